using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>What has happened to the children of an activity that runs.</summary>
internal enum ChildChange
{
    Added,
    Removed,

    /// <summary>All changes of the activity have been announced.</summary>
    Completed,
}

/// <summary>Informs an activity that runs of a change of its children. A child that was removed is released in any case.</summary>
[Serializable]
internal sealed class ChangeStep(CompositeActivity owner, Activity child, ChildChange change) : WorkItem
{
    public override Activity Owner => owner;

    public Activity Child => child;

    public override bool IsWanted => IsExecuting || change == ChildChange.Removed;

    public override bool IsComplete => owner is not null && child is not null && Enum.IsDefined(change);

    /// <summary>Whether the step is about a child that was added, and is among those that are none any more.</summary>
    public bool IsAdditionOf(HashSet<Activity> removed) => change == ChildChange.Added && removed.Contains(child);

    private bool IsExecuting => owner is { ExecutionStatus: ActivityExecutionStatus.Executing, Runtime.HasPrimaryClosed: false };

    public override void Run(ExecutionPort port)
    {
        try
        {
            if (IsExecuting)
            {
                using ActivityExecutionContext context = new(owner, port);
                Call(context);
            }
        }
        finally
        {
            if (change == ChildChange.Removed)
            {
                port.Discard(child);
            }
        }
    }

    private void Call(ActivityExecutionContext context)
    {
        switch (change)
        {
            case ChildChange.Added:
                owner.OnActivityChangeAdd(context, child);
                break;
            case ChildChange.Removed:
                owner.OnActivityChangeRemove(context, child);
                break;
            default:
                owner.OnWorkflowChangesCompleted(context);
                break;
        }
    }
}
