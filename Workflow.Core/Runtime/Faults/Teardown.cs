using System.Diagnostics;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Operations;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;
using Workflow.Runtime.Transactions;

namespace Workflow.Runtime.Faults;

/// <summary>Tears down a subtree: children first, in scheduling order, depth first (rule 5.1).</summary>
internal sealed class Teardown(
    RunContext run, BookmarkManager bookmarks, AsyncOperations operations, TransactionTable transactions, PropertyTable properties, NoPersistZones noPersist)
{
    public void Abort(Frame top, Exception? reason)
    {
        // Not recursive, because a tree may be deeper than a stack.
        Frame node = Deepest(top);
        while (true)
        {
            if (!node.IsCompleted)
            {
                AbortOne(node, reason);
            }

            if (ReferenceEquals(node, top))
            {
                return;
            }

            node = node.NextSibling is { } next ? Deepest(next) : node.Parent!;
        }
    }

    private static Frame Deepest(Frame frame)
    {
        while (FrameTree.FirstChild(frame) is { } child)
        {
            frame = child;
        }

        return frame;
    }

    private void AbortOne(Frame frame, Exception? reason)
    {
        Debug.Assert(!frame.IsCompleted, "What has completed is not torn down.");
        InstanceStage stage = frame.Stage;
        CallAbort(frame, reason);
        if (frame.Has(InstanceFlags.HasRareState))
        {
            EndExtras(frame, reason);
        }

        // After the call of Abort, which has a context of its own. The other contexts must not be used any more.
        frame.CloseContexts();
        if (frame.Bookmarks is not null)
        {
            bookmarks.RemoveAll(frame);
        }

        if (frame.Has(InstanceFlags.IsExposed))
        {
            Scheduler.Detach(frame.Own);
        }

        // After the activity's own code, which may still read the state; before the record, which reports the final state.
        frame.Stage = InstanceStage.Completed;
        frame.CurrentState = ActivityInstanceState.Faulted;
        frame.PendingWork = 0;
        run.Reporter?.Activities.Reached(frame, ActivityInstanceState.Faulted, stage);

        // Last: the walk comes from the children and reads the links, and the record of this instance follows theirs.
        frame.ChildCount = 0;
    }

    /// <summary>Calls <c>Abort</c> of an activity whose body has begun, or abandons its outstanding operation.</summary>
    private void CallAbort(Frame frame, Exception? reason)
    {
        try
        {
            if (frame.Stage == InstanceStage.Executing && frame.Plan.Kind == ActivityKind.Native)
            {
                RunAbort(frame, new NativeActivityAbortContext(frame, reason) { IsActive = true });
            }
            else if (frame.Operation is not null)
            {
                operations.Abandon(frame);
            }
        }
        catch (Exception)
        {
            // An exception of an Abort override is ignored, and the teardown continues (rule 6.8).
        }
    }

    /// <summary>Unregisters the properties. Handles are not uninitialized, and exceptions are ignored (rules 1.5 and 5.9).</summary>
    private void EndExtras(Frame frame, Exception? reason)
    {
        if (frame.RareState!.Transaction is { } transaction)
        {
            // Before the properties end, because one of them is the handle that has the transaction.
            transactions.Abandon(transaction, reason);
        }

        noPersist.End(frame.RareState);
        if (frame.RareState.Properties is not null)
        {
            _ = properties.End(frame);
        }

        frame.RareState.Reset();
        frame.Flags &= ~InstanceFlags.HasRareState;
    }

    private static void RunAbort(Frame frame, NativeActivityAbortContext context)
    {
        try
        {
            frame.Activity.AbortNative(context);
        }
        finally
        {
            context.IsActive = false;
        }
    }
}
