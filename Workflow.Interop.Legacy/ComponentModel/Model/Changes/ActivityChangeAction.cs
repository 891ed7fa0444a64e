namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>A change of the children of an activity.</summary>
public abstract class ActivityChangeAction : WorkflowChangeAction
{
    private protected ActivityChangeAction(CompositeActivity owner) => OwnerActivityDottedPath = owner.QualifiedName;

    /// <summary>The qualified name of the activity whose children change.</summary>
    public string OwnerActivityDottedPath { get; }
}

/// <summary>The addition of an activity.</summary>
public sealed class AddedActivityAction : ActivityChangeAction
{
    internal AddedActivityAction(CompositeActivity owner, Activity added, int index)
        : base(owner) => (AddedActivity, Index) = (added, index);

    /// <summary>The activity that the application added. The instance gets a copy of it.</summary>
    public Activity AddedActivity { get; }

    /// <summary>The index of the activity among the children after the changes.</summary>
    public int Index { get; }
}

/// <summary>The removal of an activity.</summary>
public sealed class RemovedActivityAction : ActivityChangeAction
{
    internal RemovedActivityAction(CompositeActivity owner, Activity removed, int index)
        : base(owner) => (OriginalRemovedActivity, RemovedActivityIndex) = (removed, index);

    /// <summary>The removed activity of the original definition.</summary>
    public Activity OriginalRemovedActivity { get; }

    /// <summary>The index of the activity among the children before the changes.</summary>
    public int RemovedActivityIndex { get; }
}
