using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The kind of a change of the children of a running activity.</summary>
internal enum ChildChange
{
    Added,
    Removed,

    /// <summary>All changes of the activity have been reported.</summary>
    Completed,
}

/// <summary>A step that informs a running activity of a change of its children. A removed child is always released.</summary>
[Serializable]
internal sealed class ChangeStep(CompositeActivity owner, Activity child, ChildChange change) : QueuedStep
{
    public override Activity Owner => owner;

    public Activity Child => child;

    public override bool IsWanted => IsExecuting || change == ChildChange.Removed;

    public override bool IsComplete => owner is not null && child is not null && Enum.IsDefined(change);

    /// <summary>True if the step reports the addition of a child that has been removed again.</summary>
    public bool IsAdditionOf(HashSet<Activity> removed) => change == ChildChange.Added && removed.Contains(child);

    private bool IsExecuting => owner is { ExecutionStatus: ActivityExecutionStatus.Executing, Runtime.HasPrimaryClosed: false };

    public override void Run(RuntimePort port)
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
