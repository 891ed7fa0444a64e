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
        // Not recursive: a tree may be deeper than a stack.
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
        if (frame.Has(InstanceFlags.HasExtras))
        {
            EndExtras(frame, reason);
        }

        // After Abort was called with a context of its own; the others must not be used any more.
        frame.CloseContexts();
        if (frame.Bookmarks is not null)
        {
            bookmarks.RemoveAll(frame);
        }

        if (frame.Has(InstanceFlags.Escaped))
        {
            Scheduler.Detach(frame.Own);
        }

        // After its own code has run, which may still read its state; before the record, which tells the final one.
        frame.Stage = InstanceStage.Completed;
        frame.CurrentState = ActivityInstanceState.Faulted;
        frame.PendingWork = 0;
        run.Reporter?.Activities.Reached(frame, ActivityInstanceState.Faulted, stage);

        // Last: the walk has come from the children and reads the links, and the record of this instance follows theirs.
        frame.ChildCount = 0;
    }

    /// <summary>Tells an activity that began to run, or its outstanding operation.</summary>
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
            // An Abort override that throws is fenced, and teardown goes on (rule 6.8).
        }
    }

    /// <summary>Properties are unregistered, handles are not uninitialised; what throws is ignored (rules 1.5 and 5.9).</summary>
    private void EndExtras(Frame frame, Exception? reason)
    {
        if (frame.Extras!.Transaction is { } transaction)
        {
            // Before the properties end, one of which is the handle that has the transaction.
            transactions.Abandon(transaction, reason);
        }

        noPersist.End(frame.Extras);
        if (frame.Extras.Properties is not null)
        {
            _ = properties.End(frame);
        }

        frame.Extras.Reset();
        frame.Flags &= ~InstanceFlags.HasExtras;
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
