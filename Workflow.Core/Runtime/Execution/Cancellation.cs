using Workflow.Runtime.Operations;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;
using Workflow.Runtime.Transactions;

namespace Workflow.Runtime.Execution;

/// <summary>Cooperative cancellation (rule 3).</summary>
internal sealed class Cancellation(RunContext run, WorkQueue queue, TransactionTable transactions)
{
    /// <summary>Requests the cancellation of one instance, which a later item carries out (rule 3.1).</summary>
    public void Request(Frame frame)
    {
        if (frame.IsCompleted || frame.IsCancellationRequested)
        {
            return;
        }

        frame.IsCancellationRequested = true;
        run.Reporter?.Activities.CancelRequested(frame);
        Deliver(frame);
    }

    /// <summary>Requests the cancellation of the root, unless the request must wait for the end of a transaction (rule 6.3).</summary>
    public void RequestRoot(Frame root)
    {
        if (transactions.Defer(root))
        {
            return;
        }

        if (transactions.TakeDeferredCancel())
        {
            Deliver(root);
        }
        else
        {
            Request(root);
        }
    }

    /// <summary>Queues the item that carries out a cancel request.</summary>
    public void Deliver(Frame frame) => queue.PushFront(new WorkItem(WorkKind.Cancel, frame));

    /// <summary>Requests the cancellation of all children; the request to the child scheduled last is carried out first (rule 3.2).</summary>
    public void RequestChildren(Frame parent)
    {
        queue.Flush(parent);
        foreach (Frame child in FrameTree.ActiveChildren(parent))
        {
            Request(child);
        }
    }

    public void BeginDefault(Frame frame)
    {
        frame.Flags |= InstanceFlags.DefaultCancellation;
        RequestChildren(frame);
    }

    /// <summary>Carries out the cancel request of an instance.</summary>
    public void Run(Frame frame)
    {
        if (frame.Stage < InstanceStage.Executing)
        {
            RequestChildren(frame);
            return;
        }

        switch (frame.Plan.Kind)
        {
            case ActivityKind.Native:
                NativeActivityContext context = frame.OpenNativeContext();
                frame.Activity.CancelNative(context);
                frame.CloseNativeContext();
                break;
            case ActivityKind.Asynchronous when frame.Operation is not null:
                AsyncOperations.Cancel(frame, (IAsyncCodeActivity)frame.Activity);
                break;
            case ActivityKind.Composite:
                BeginDefault(frame);
                break;
        }
    }

    public static void Mark(Frame frame)
    {
        if (!frame.IsCancellationRequested)
        {
            throw new InvalidOperationException(
                $"'{frame.Activity.DisplayName}' cannot be marked as canceled: it has received no cancel request; check IsCancellationRequested first.");
        }

        frame.Flags |= InstanceFlags.MarkedCanceled;
    }
}
