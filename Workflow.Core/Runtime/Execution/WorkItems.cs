using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;

namespace Workflow.Runtime.Execution;

/// <summary>What each kind of queued item does: the parts do it.</summary>
internal static class WorkItems
{
    /// <summary>Whether an item runs no code of an activity, so that no execution property is set up for it (rule 9.3).</summary>
    public static bool IsEmpty(in WorkItem item)
    {
        Frame frame = item.Frame;
        return item.Kind switch
        {
            WorkKind.Evaluate or WorkKind.Commit or WorkKind.AbortScope => true,

            // Before the body neither Execute nor Cancel is called (rule 2.2).
            WorkKind.Cancel => frame.Stage < InstanceStage.Executing,
            WorkKind.Complete => frame.CompletionKind == CompletionKind.None
                && (frame.ResultStep is not null || (frame.Parent!.Activity.Traits & ActivityTraits.HearsChildren) == 0),
            _ => false,
        };
    }

    /// <summary>Runs any item but a completion, of an instance that executes; false when it does not execute any more (rule 1.7).</summary>
    public static bool Run(WorkflowExecution execution, in WorkItem item)
    {
        Frame frame = item.Frame;
        switch (item.Kind)
        {
            case WorkKind.Execute:
                execution.Starter.Start(frame);
                break;
            case WorkKind.ResolveNext:
                frame.Holds--;
                execution.Starter.Start(frame);
                break;
            case WorkKind.EvaluateNext:
                frame.Holds--;
                execution.Starter.EvaluateNext(frame);
                break;
            case WorkKind.Fault:
                execution.Faults.RunHandler(frame, (FaultReport)item.Payload!);
                return !frame.IsCompleted;
            case WorkKind.Cancel:
                execution.Cancellation.Run(frame);
                break;
            case WorkKind.Resume:
                BookmarkTable.Run(frame, (Resumption)item.Payload!);
                break;
            case WorkKind.EndOperation:
                execution.Operations.End(frame, (Task)item.Payload!);
                break;
            case WorkKind.Transaction:
                execution.Transactions.Run((ContextRequest)item.Payload!);
                break;
            case WorkKind.Commit when item.Payload is CommitOperation commit:
                execution.Transactions.Finish(commit);
                break;
            case WorkKind.Commit:
                execution.Transactions.Commit(frame);
                break;
            case WorkKind.AbortScope:
                execution.Faults.AbortScope(frame, (FaultReport)item.Payload!);
                return false;
        }

        return true;
    }
}
