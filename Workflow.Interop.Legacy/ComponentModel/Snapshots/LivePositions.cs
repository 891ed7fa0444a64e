using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// A clone in an execution context: the number of its owner in <see cref="LivePositions"/>, the index of the cloned child, and the state of the context.
/// </summary>
internal readonly record struct ClonePosition(int Owner, int Child, bool IsCompleted);

/// <summary>
/// Numbers the activities and parts of an instance. The number of an object, its position, is its index in <see cref="All"/>: first the activities of the
/// definition in their order, then the clones, then the parts of their definitions, such as conditions.
/// </summary>
internal sealed class LivePositions
{
    private readonly ObjectNumbers _numbers = new();
    private readonly List<int> _originals = [];

    /// <summary>The activities, followed by the parts.</summary>
    public List<DependencyObject> All { get; } = [];

    public List<ClonePosition> Clones { get; } = [];

    /// <summary>Numbers the activities and parts of a running instance. The list must be empty.</summary>
    /// <exception cref="InvalidOperationException">A clone does not belong to a child of the activity that owns it.</exception>
    public void Fill(Activity root)
    {
        AddDefinition(root);
        for (int owner = 0; owner < All.Count; owner++)
        {
            if (All[owner] is CompositeActivity { Contexts: { } contexts } composite)
            {
                AddClones(owner, composite, contexts.Active, isCompleted: false);
                AddClones(owner, composite, contexts.Completed, isCompleted: true);
            }
        }

        AddParts();
    }

    /// <summary>Removes all objects. A large table is not kept.</summary>
    public void Clear(int mostKept)
    {
        _numbers.Clear(mostKept);
        _originals.Clear();
        All.Clear();
        Clones.Clear();
    }

    /// <summary>Creates the clones of saved state in a new tree.</summary>
    /// <exception cref="StateDamageException">There are more clones than the state has bytes for, or a clone has no template.</exception>
    public static LivePositions Rebuild(Activity root, StateBytes bytes, int mostActivities)
    {
        LivePositions positions = new();
        positions.AddDefinition(root);
        int clones = bytes.Count();
        for (int i = 0; i < clones; i++)
        {
            int owner = bytes.Index(positions.All.Count);
            if (positions.All[owner] is not CompositeActivity { Activities.Count: > 0 } composite)
            {
                throw new StateDamageException("The saved state has a clone of a child of an activity without children; restore it from a backup.");
            }

            Activity template = composite.Activities[bytes.Index(composite.Activities.Count)];
            Activity clone = positions.Clone(template, composite, mostActivities);
            ExecutionContexts contexts = ExecutionContexts.Of(composite);
            (bytes.Boolean() ? contexts.Completed : contexts.Active).Add(clone);
        }

        positions.AddParts();
        return positions;
    }

    /// <summary>
    /// Numbers the activities for a change: first the activities of a definition, then the added activities. Activities of other trees of the same definition
    /// get the numbers of their counterparts.
    /// </summary>
    public static LivePositions OfChange(IReadOnlyList<Activity> known, IEnumerable<IReadOnlyList<Activity>> counterparts, IEnumerable<Activity> added)
    {
        LivePositions positions = new();
        foreach (Activity activity in known.Concat(added))
        {
            positions.Add(activity, positions.All.Count);
        }

        foreach (IReadOnlyList<Activity> tree in counterparts)
        {
            for (int i = 0; i < Math.Min(tree.Count, known.Count); i++)
            {
                if (positions._numbers.Find(tree[i]) < 0)
                {
                    positions._numbers.Add(tree[i], i);
                }
            }
        }

        return positions;
    }

    public bool TryGet(object value, out int number) => (number = _numbers.Find(value)) >= 0;

    /// <summary>
    /// Returns the activity of the definition from which an activity was cloned; the activity itself if it is not a clone; null if it does not belong to the
    /// instance.
    /// </summary>
    public DependencyObject? OriginalOf(Activity activity) => _numbers.Find(activity) is var number and >= 0 ? All[_originals[number]] : null;

    private void AddDefinition(Activity root)
    {
        // Activities that were removed from the definition can still be referenced, for example by fields of the root.
        AddTree(root);
        foreach (Activity removed in root.Runtime.Origin?.Removed ?? [])
        {
            AddTree(removed);
        }
    }

    private void AddTree(Activity root)
    {
        foreach (Activity activity in ActivityNames.Tree(root))
        {
            Add(activity, All.Count);
        }
    }

    private void AddClones(int owner, CompositeActivity composite, List<Activity> clones, bool isCompleted)
    {
        foreach (Activity clone in clones)
        {
            AddClone(owner, composite, clone, isCompleted);
        }
    }

    private void AddClone(int owner, CompositeActivity composite, Activity clone, bool isCompleted)
    {
        int child = -1;
        for (int i = 0; i < composite.Activities.Count && child < 0; i++)
        {
            child = composite.Activities[i].QualifiedName == clone.QualifiedName ? i : -1;
        }

        if (child < 0)
        {
            throw new InvalidOperationException(
                $"'{clone.QualifiedName}' cannot be saved: it runs in a context of '{composite.QualifiedName}', which has no child of this name; clone own children only.");
        }

        Clones.Add(new ClonePosition(owner, child, isCompleted));
        foreach ((Activity copy, Activity template) in ActivityNames.Tree(clone).Zip(ActivityNames.Tree(composite.Activities[child])))
        {
            Add(copy, _originals[_numbers.Find(template)]);
        }
    }

    /// <summary>Creates a clone without values. Each activity of a clone needs at least one byte of the state, so their number is limited.</summary>
    private Activity Clone(Activity template, CompositeActivity parent, int mostActivities)
    {
        Dictionary<Activity, Activity> copies = [];
        Dictionary<object, DependencyObject> parts = new(ReferenceEqualityComparer.Instance);
        foreach (Activity original in ActivityNames.Tree(template))
        {
            Activity copy = (Activity)RuntimeHelpers.GetUninitializedObject(original.GetType());
            copy.BecomeCloneOf(original);
            copies.Add(original, copy);
            Add(copy, _originals[_numbers.Find(original)]);
            if (All.Count > mostActivities)
            {
                throw new StateDamageException("The saved state has more clones than values; restore it from a backup.");
            }

            if (ReferenceEquals(original, template))
            {
                copy.SetParent(parent);
            }
            else
            {
                ((CompositeActivity)copies[original.Parent!]).Activities.Attach(copy);
            }

            CopyParts(original, copy, parts);
        }

        copies[template].IsContextRoot = true;
        return copies[template];
    }

    /// <summary>
    /// Copies the parts that belong to a single object; the copy shares the rest of the definition. If activities of a clone share a part, such as a
    /// correlation token, they share its copy, as they do when a running activity is cloned.
    /// </summary>
    private static void CopyParts(DependencyObject original, DependencyObject copy, Dictionary<object, DependencyObject> parts)
    {
        PropertyBag meta = original.Meta;
        foreach ((DependencyProperty key, object? value) in original.Meta)
        {
            if (PropertyBag.IsOwned(value))
            {
                meta = ReferenceEquals(meta, original.Meta) ? meta.Copy() : meta;
                if (!parts.TryGetValue(value!, out DependencyObject? part))
                {
                    part = (DependencyObject)RuntimeHelpers.GetUninitializedObject(value!.GetType());
                    parts.Add(value, part);
                    CopyParts((DependencyObject)value, part, parts);
                }

                part.SetParent(copy);
                meta.Set(key, part);
            }
        }

        copy.AttachMeta(meta);
    }

    private void AddParts()
    {
        // Parts can have parts, so the list grows during the loop.
        for (int i = 0; i < All.Count; i++)
        {
            foreach ((_, object? value) in All[i].Meta)
            {
                if (PropertyBag.IsOwned(value) && _numbers.Find(value!) < 0)
                {
                    Add((DependencyObject)value!, All.Count);
                }
            }
        }
    }

    private void Add(DependencyObject position, int original)
    {
        _numbers.Add(position, All.Count);
        _originals.Add(original);
        All.Add(position);
    }
}
