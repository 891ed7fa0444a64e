namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>An activity whose children change.</summary>
/// <param name="Owner">The activity.</param>
/// <param name="Before">Its children before the change.</param>
/// <param name="After">Its children after the change.</param>
internal sealed record ChildrenChange(CompositeActivity Owner, Activity[] Before, Activity[] After)
{
    /// <summary>The children that are new, with what is in them.</summary>
    public IEnumerable<Activity> Added => After.Except(Before);

    public IEnumerable<Activity> Removed => Before.Except(After);
}

/// <summary>A change for one tree of activities: the new activities are made, and nothing has changed yet.</summary>
internal sealed class DefinitionChange(CompositeActivity root, IReadOnlyList<ChildrenChange> changes, IReadOnlyList<Activity> added)
{
    public CompositeActivity Root => root;

    /// <summary>The activities whose children change, each before its children.</summary>
    public IReadOnlyList<ChildrenChange> Changes => changes;

    /// <summary>All new activities, each before its children.</summary>
    public IReadOnlyList<Activity> Added => added;

    public IEnumerable<Activity> Removed => changes.SelectMany(static change => change.Removed);

    /// <summary>Reads a change. The bytes may be anything.</summary>
    /// <exception cref="StateDamageException">The bytes are damaged, or do not fit the tree.</exception>
    public static DefinitionChange Read(byte[] bytes, CompositeActivity root, SavedOutside outside) =>
        StateReader.ReadChange(new StateBytes(bytes), root, DefinitionParts.None, outside);

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

    /// <summary>Undoes <see cref="Apply"/>.</summary>
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
