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
        bool hadExecuted = frame.Stage == InstanceStage.Executing;
        try
        {
            if (hadExecuted && frame.Plan.Kind == ActivityKind.Native)
            {
                RunAbort(frame, new NativeActivityAbortContext(execution, frame, reason) { IsActive = true });
            }
            else if (frame.Operation is not null)
            {
                Operations.Abandon(frame);
            }
        }
        catch (Exception)
        {
            // An Abort override that throws is fenced, and teardown goes on (rule 6.8).
        }

        frame.CloseContexts();
        if (frame.Bookmarks != 0)
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
        frame.ChildCount = 0;
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
