using Workflow.Runtime.Execution;
using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Faults;

/// <summary>Tears down a subtree: children first, in scheduling order, depth first (rule 5.1).</summary>
internal static class Teardown
{
    public static void Abort(Frame top, Exception? reason, WorkflowExecution execution)
    {
        // Not recursive: a tree may be deeper than a stack.
        Frame node = Deepest(top);
        while (true)
        {
            if (!node.IsCompleted)
            {
                AbortOne(node, reason, execution);
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

    private static void AbortOne(Frame frame, Exception? reason, WorkflowExecution execution)
    {
        InstanceStage stage = frame.Stage;
        try
        {
            if (stage == InstanceStage.Executing && frame.Plan.Kind == ActivityKind.Native)
            {
                RunAbort(frame, new NativeActivityAbortContext(execution, frame, reason) { IsActive = true });
            }
            else if (frame.Operation is not null)
            {
                execution.Operations.Abandon(frame);
            }
        }
        catch (Exception)
        {
            // An Abort override that throws is fenced, and teardown goes on (rule 6.8).
        }

        if (frame.Has(InstanceFlags.HasExtras))
        {
            EndExtras(frame, reason, execution);
        }

        frame.CloseContexts();
        if (frame.Bookmarks is not null)
        {
            execution.Bookmarks.RemoveAll(frame);
        }

        if (frame.Has(InstanceFlags.Leaked))
        {
            Scheduler.Detach(frame.Own);
        }

        frame.Stage = InstanceStage.Completed;
        frame.CurrentState = ActivityInstanceState.Faulted;
        frame.Holds = 0;
        execution.Reporter?.Activities.Reached(frame, ActivityInstanceState.Faulted, stage);
        frame.ChildCount = 0;
    }

    /// <summary>Properties are unregistered, handles are not uninitialised; what throws is ignored (rules 1.5 and 5.9).</summary>
    private static void EndExtras(Frame frame, Exception? reason, WorkflowExecution execution)
    {
        if (frame.Extras!.Transaction is { } transaction)
        {
            execution.Transactions.Abandon(transaction, reason);
        }

        execution.NoPersist.End(frame.Extras);
        if (frame.Extras.Properties is not null)
        {
            _ = execution.Properties.End(frame);
        }

        frame.Extras = null;
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
