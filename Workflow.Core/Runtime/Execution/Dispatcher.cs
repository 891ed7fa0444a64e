using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Operations;
using Workflow.Runtime.State;
using Workflow.Runtime.Transactions;

namespace Workflow.Runtime.Execution;

/// <summary>Dispatches each kind of work item to the part of the engine that runs it.</summary>
internal sealed class Dispatcher(
    ActivityStarter starter, FaultPropagation faults, Cancellation cancellation, AsyncOperations operations, TransactionTable transactions)
{
    /// <summary>Returns true if an item runs no code of an activity, so that no execution property is set up for it (rule 9.3).</summary>
    public static bool IsEmpty(in WorkItem item)
    {
        Frame frame = item.Frame;
        return item.Kind switch
        {
            WorkKind.Evaluate or WorkKind.Commit or WorkKind.EndTransaction or WorkKind.AbortScope => true,

            // Before the body has started, neither Execute nor Cancel is called (rule 2.2).
            WorkKind.Cancel => frame.Stage < InstanceStage.Executing,
            WorkKind.Complete => frame.CompletionKind == CompletionKind.Expression
                || (frame.CompletionKind == CompletionKind.None && (frame.Parent!.Activity.Traits & ActivityTraits.HandlesChildCompletion) == 0),
            _ => false,
        };
    }

    /// <summary>Runs any item except a completion, for an instance that executes. Returns false if the instance does not execute any more (rule 1.7).</summary>
    /// <remarks>A single method, because it is a table with a line or two for each kind of item.</remarks>
    public bool Run(in WorkItem item)
    {
        Frame frame = item.Frame;
        switch (item.Kind)
        {
            case WorkKind.Execute:
                starter.Start(frame);
                break;
            case WorkKind.ResolveNext:
                frame.PendingWork--;
                starter.Start(frame);
                break;
            case WorkKind.EvaluateNext:
                frame.PendingWork--;
                starter.EvaluateNext(frame);
                break;
            case WorkKind.Fault:
                faults.RunHandler(frame, (FaultReport)item.Payload!);
                return !frame.IsCompleted;
            case WorkKind.Cancel:
                cancellation.Run(frame);
                break;
            case WorkKind.Resume:
                BookmarkManager.Run(frame, (Resumption)item.Payload!);
                break;
            case WorkKind.EndOperation:
                operations.End(frame, (Task)item.Payload!);
                break;
            case WorkKind.Transaction:
                transactions.Run((ContextRequest)item.Payload!);
                break;
            case WorkKind.Commit when item.Payload is CommitOperation commit:
                transactions.Finish(commit);
                break;
            case WorkKind.Commit when item.Payload is Exception failure:
                transactions.FailScope(frame, failure);
                break;
            case WorkKind.Commit:
                transactions.Commit(frame);
                break;
            case WorkKind.EndTransaction:
                transactions.Continue(frame, (Bookmark?)item.Payload);
                break;
            case WorkKind.AbortScope:
                faults.AbortScope(frame, (FaultReport)item.Payload!);
                return false;
        }

        return true;
    }
}
