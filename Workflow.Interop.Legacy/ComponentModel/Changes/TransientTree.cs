using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>A definition that an application changes, with what it was before.</summary>
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

    /// <summary>The activities that the definition had, each before its children.</summary>
    public IReadOnlyList<Activity> Known { get; }

    /// <summary>The activities that the definition gets, each before its children.</summary>
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

    /// <summary>Gives new activities the call that comes once before they belong to an instance.</summary>
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

    /// <summary>What cannot be a change.</summary>
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

    /// <summary>The sibling before an activity that the definition had, too.</summary>
    private Activity? Previous(Activity activity) =>
        activity.Parent is { } parent ? parent.Activities.Take(parent.Activities.IndexOf(activity)).LastOrDefault(_known.ContainsKey) : null;
}
