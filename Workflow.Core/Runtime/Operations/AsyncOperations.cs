using Workflow.Foundation;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Operations;

/// <summary>Runs the asynchronous operations of activities. No thread waits for an operation.</summary>
internal sealed class AsyncOperations(RunContext run, NoPersistZones noPersist, TerminationRequests endRequests)
{
    public void Start(Frame frame, IAsyncCodeActivity activity)
    {
        AsyncCodeActivityContext context = new(frame) { IsActive = true };
        if (frame.Own is { } own)
        {
            foreach (Location slot in own.Slots)
            {
                // The operation may write from other threads. Its writes are collected, and the owner flushes them when the operation has ended (rule 4.3).
                slot.Defer();
            }
        }

        Task operation = OutsideContext.IsNeeded && run.Host.BlocksCaller
            ? CallOutside(frame, activity, context)
            : Call(frame, activity, context);

        // After the call, which may throw; then there is no operation. No cancel request can come in between, because this thread owns the instance.
        frame.Operation = context;
        frame.PendingWork++;
        run.State.OutstandingOperations++;
        if (operation.IsCompleted)
        {
            End(frame, operation);
        }
        else
        {
            context.HoldsNoPersist = true;
            noPersist.Enter();
            if (run.State.IsStopping)
            {
                Interrupt(frame, context);
            }

            run.Host.Watch(operation, new WorkItem(WorkKind.EndOperation, frame, operation));
        }
    }

    /// <summary>Ends an operation on the thread that owns the instance.</summary>
    public void End(Frame frame, Task operation)
    {
        AsyncCodeActivityContext context = frame.Operation!;

        // Before code of the activity runs: a cancel request or a teardown that this code causes must not find an operation that has ended.
        frame.Operation = null;
        frame.PendingWork--;
        EndNoPersist(context);
        run.State.OutstandingOperations--;

        // Also after a failure, because values that the operation wrote before it remain (rule 4.3).
        FlushWrites(frame);
        context.ReportRecords();
        if (context.IsInterrupted && (operation.IsFaulted || (operation.IsCanceled && !frame.IsCancellationRequested)))
        {
            EndInterrupted(frame, operation, context);
            return;
        }

        if (operation.IsFaulted)
        {
            context.IsActive = false;
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(operation.Exception!.InnerExceptions[0]);
        }

        if (operation.IsCanceled)
        {
            context.IsActive = false;
            if (!frame.IsCancellationRequested)
            {
                Rethrow(operation);
            }

            frame.Flags |= InstanceFlags.MarkedCanceled;
        }
        else
        {
            CallEnd(frame, operation, context);
        }
    }

    /// <summary>
    /// Interrupts the operations because the application stops: signals the tokens of the outstanding operations, and of those that begin from now on
    /// (rule 7.7.1).
    /// </summary>
    public static void InterruptAll(InstanceState state)
    {
        state.IsStopping = true;
        if (state.Root is not { } root || state.OutstandingOperations == 0)
        {
            return;
        }

        foreach (Frame frame in FrameTree.All(root).Concat((state.KnownScopes?.SecondaryRoots ?? []).SelectMany(FrameTree.All)))
        {
            if (frame.Operation is { } context)
            {
                Interrupt(frame, context);
            }
        }
    }

    private static void Interrupt(Frame frame, AsyncCodeActivityContext context)
    {
        if (((IAsyncCodeActivity)frame.Activity).IsInterruptible)
        {
            context.Interrupt();
        }
    }

    /// <summary>
    /// Aborts the instance, because the activity must not see an end that the process caused. The instance continues from its last save, and the operation
    /// begins again.
    /// </summary>
    private void EndInterrupted(Frame frame, Task operation, AsyncCodeActivityContext context)
    {
        context.IsActive = false;
        endRequests.RequestAbort(new OperationInterruptedException(
            $"The operation of '{frame.Activity.DisplayName}' ended early because its workflow application stops; load the instance to continue it from its last save.",
            operation.Exception?.InnerExceptions[0]));
    }

    private static void CallEnd(Frame frame, Task operation, AsyncCodeActivityContext context)
    {
        try
        {
            int result = frame.Plan.ResultSlot;
            ((IAsyncCodeActivity)frame.Activity).End(context, operation, result < 0 ? null : frame.Own!.Slots[result]);
        }
        finally
        {
            context.IsActive = false;
            context.ReportRecords();
        }

        if (context.IsMarkedCanceled)
        {
            frame.Flags |= InstanceFlags.MarkedCanceled;
        }
    }

    /// <summary>Requests the early end of an operation; its end is processed as usual (rule 3.4).</summary>
    public static void Cancel(Frame frame, IAsyncCodeActivity activity)
    {
        AsyncCodeActivityContext context = frame.Operation!;
        if (!context.CancelWasCalled)
        {
            context.CancelWasCalled = true;
            try
            {
                activity.RunCancel(context);
            }
            finally
            {
                // Also if Cancel throws, because nothing will wait for the operation any more.
                context.RequestCancellation();
            }
        }
    }

    /// <summary>Abandons an operation, whose end is never processed.</summary>
    public void Abandon(Frame frame)
    {
        AsyncCodeActivityContext context = frame.Operation!;
        EndNoPersist(context);
        context.IsAborting = true;
        frame.IsCancellationRequested = false;
        try
        {
            Cancel(frame, (IAsyncCodeActivity)frame.Activity);
        }
        finally
        {
            context.ReportRecords();
            context.IsActive = false;
            frame.Operation = null;
            run.State.OutstandingOperations--;
        }
    }

    /// <summary>Ends the no-persist zone of an operation, which prevented saves while the operation was outstanding (rule 7.1).</summary>
    private void EndNoPersist(AsyncCodeActivityContext context)
    {
        if (context.HoldsNoPersist)
        {
            context.HoldsNoPersist = false;
            noPersist.Leave();
        }
    }

    /// <summary>Throws the exception that canceled a task. If the operation threw one, it is the same object.</summary>
    [System.Diagnostics.CodeAnalysis.SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "No thread is blocked: the task has ended.")]
    private static void Rethrow(Task operation) => operation.GetAwaiter().GetResult();

    private static Task CallOutside(Frame frame, IAsyncCodeActivity activity, AsyncCodeActivityContext context) =>
        OutsideContext.Run(() => Call(frame, activity, context));

    private static Task Call(Frame frame, IAsyncCodeActivity activity, AsyncCodeActivityContext context)
    {
        Task? operation = null;
        try
        {
            operation = activity.Start(context, context.CancellationToken)
                ?? throw new InvalidOperationException($"ExecuteAsync of '{frame.Activity.DisplayName}' returned null; return a task.");
            return operation;
        }
        finally
        {
            context.ReportRecords();
            if (operation is null)
            {
                context.IsActive = false;
                FlushWrites(frame);
            }
        }
    }

    private static void FlushWrites(Frame frame)
    {
        foreach (Location slot in frame.Own?.Slots ?? [])
        {
            slot.Flush();
        }
    }
}
