namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>A change of the children of an activity.</summary>
/// <param name="Owner">The activity.</param>
/// <param name="Before">The children before the change.</param>
/// <param name="After">The children after the change.</param>
internal sealed record ChildrenChange(CompositeActivity Owner, Activity[] Before, Activity[] After)
{
    /// <summary>The new children. Each brings its own descendants.</summary>
    public IEnumerable<Activity> Added => After.Except(Before);

    public IEnumerable<Activity> Removed => Before.Except(After);
}

/// <summary>A change of the definition of one activity tree. The new activities already exist; the tree does not change before <see cref="Apply"/>.</summary>
internal sealed class DefinitionChange(CompositeActivity root, IReadOnlyList<ChildrenChange> changes, IReadOnlyList<Activity> added)
{
    public CompositeActivity Root => root;

    /// <summary>The activities whose children change, parents before their descendants.</summary>
    public IReadOnlyList<ChildrenChange> Changes => changes;

    /// <summary>All new activities, parents before children.</summary>
    public IReadOnlyList<Activity> Added => added;

    public IEnumerable<Activity> Removed => changes.SelectMany(static change => change.Removed);

    public void Apply()
    {
        foreach (ChildrenChange change in changes)
        {
            change.Owner.Activities.Replace(change.After);
        }

        ForgetNames();
        foreach (Activity activity in added)
        {
            activity.QualifyAgain();
        }
    }

    /// <summary>Reverts <see cref="Apply"/>.</summary>
    public void Revert()
    {
        foreach (ChildrenChange change in changes)
        {
            change.Owner.Activities.Replace(change.Before);
        }

        ForgetNames();
    }

    private void ForgetNames()
    {
        foreach (ChildrenChange change in changes)
        {
            change.Owner.ContextRoot.ForgetNames();
        }

        root.ForgetNames();
    }
}
