using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>A definition that an application modifies, together with its original structure.</summary>
internal sealed class TransientTree
{
    private readonly Dictionary<Activity, (CompositeActivity? Parent, int Number)> _known = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<CompositeActivity, Activity[]> _children = new(ReferenceEqualityComparer.Instance);
    private readonly HashSet<Activity> _completed = new(ReferenceEqualityComparer.Instance);

    public TransientTree(CompositeActivity root)
    {
        Root = root;
        Known = [.. ActivityNames.Tree(root)];
        foreach (Activity activity in Known)
        {
            _known.Add(activity, (activity.Parent, _known.Count));
            if (activity is CompositeActivity composite)
            {
                _children.Add(composite, [.. composite.Activities]);
                composite.BecomeTransient(isRoot: ReferenceEquals(composite, root));
            }
        }
    }

    public CompositeActivity Root { get; }

    /// <summary>The activities of the original definition, parents before children.</summary>
    public IReadOnlyList<Activity> Known { get; }

    /// <summary>Returns the activities that the application added, parents before children.</summary>
    public IEnumerable<Activity> Added() => ActivityNames.Tree(Root).Where(activity => !_known.ContainsKey(activity));

    public IEnumerable<WorkflowChangeAction> Actions()
    {
        foreach (Activity activity in Known)
        {
            if (activity is not CompositeActivity composite)
            {
                continue;
            }

            Activity[] before = _children[composite];
            foreach (Activity removed in before.Where(child => !composite.Activities.Contains(child)))
            {
                yield return new RemovedActivityAction(composite, removed, Array.IndexOf(before, removed));
            }

            foreach (Activity added in composite.Activities.Where(child => !_known.ContainsKey(child)))
            {
                yield return new AddedActivityAction(composite, added, composite.Activities.IndexOf(added));
            }
        }
    }

    /// <summary>Calls <see cref="Activity.InitializeProperties"/> once for each new activity.</summary>
    public void Complete()
    {
        foreach (Activity added in Added().ToList())
        {
            if (added.DesignMode && _completed.Add(added))
            {
                added.InitializeProperties();
            }
        }
    }

    /// <summary>Returns an error for each modification that is not a valid change.</summary>
    public IEnumerable<ValidationError> Problems()
    {
        foreach (Activity activity in ActivityNames.Tree(Root))
        {
            if (!_known.TryGetValue(activity, out (CompositeActivity? Parent, int Number) known))
            {
                if (!activity.DesignMode)
                {
                    yield return new ValidationError($"The activity '{activity.QualifiedName}' belongs to another workflow; add a new activity.", 0);
                }
            }
            else if (!ReferenceEquals(known.Parent, activity.Parent) || (Previous(activity) is { } previous && _known[previous].Number > known.Number))
            {
                yield return new ValidationError($"The activity '{activity.QualifiedName}' has moved; remove it, and add a new activity.", 0);
            }
        }
    }

    /// <summary>Returns the nearest preceding sibling that was part of the original definition, or null.</summary>
    private Activity? Previous(Activity activity) =>
        activity.Parent is { } parent ? parent.Activities.Take(parent.Activities.IndexOf(activity)).LastOrDefault(_known.ContainsKey) : null;
}
