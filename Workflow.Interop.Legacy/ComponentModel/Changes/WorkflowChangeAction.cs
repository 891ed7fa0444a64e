namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>One of the changes of <see cref="WorkflowChanges"/>.</summary>
public abstract class WorkflowChangeAction
{
    private protected WorkflowChangeAction()
    {
    }
}

/// <summary>A change of the children of an activity.</summary>
public abstract class ActivityChangeAction : WorkflowChangeAction
{
    private protected ActivityChangeAction(CompositeActivity owner) => OwnerActivityDottedPath = owner.QualifiedName;

    /// <summary>The qualified name of the activity whose children change.</summary>
    public string OwnerActivityDottedPath { get; }
}

/// <summary>An activity is added.</summary>
public sealed class AddedActivityAction : ActivityChangeAction
{
    internal AddedActivityAction(CompositeActivity owner, Activity added, int index)
        : base(owner) => (AddedActivity, Index) = (added, index);

    /// <summary>The activity that the application has added. The instance gets a copy of it.</summary>
    public Activity AddedActivity { get; }

    /// <summary>Its index among the children after the changes.</summary>
    public int Index { get; }
}

/// <summary>An activity is removed.</summary>
public sealed class RemovedActivityAction : ActivityChangeAction
{
    internal RemovedActivityAction(CompositeActivity owner, Activity removed, int index)
        : base(owner) => (OriginalRemovedActivity, RemovedActivityIndex) = (removed, index);

    /// <summary>The activity, as the definition had it.</summary>
    public Activity OriginalRemovedActivity { get; }

    /// <summary>Its index among the children before the changes.</summary>
    public int RemovedActivityIndex { get; }
}
