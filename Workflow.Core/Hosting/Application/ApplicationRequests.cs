using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>The operations of an application, as its callers bring them.</summary>
/// <remarks>Safe from any thread.</remarks>
internal static class ApplicationRequests
{
    /// <summary>Lets the instance run, on another thread; returns at once.</summary>
    public static void Start(ApplicationInstance instance)
    {
        OperationGuard.ThrowInHandler(instance);
        OperationGuard.ThrowIfOver(instance);
        OperationGuard.ThrowIfCompleted(instance);
        if (!instance.TryBeginTurn() && !instance.TryBeginTurnOrPost(SpanTrail.Noted(new RunOperation())))
        {
            instance.Run.RequestTurn();
            return;
        }

        try
        {
            // Once more, as the owner: the instance may have ended between the check and the turn.
            OperationGuard.ThrowIfOver(instance);
            SpanTrail.NoteCaller(instance);
            instance.StartRun();
        }
        catch
        {
            // The caller gets the exception, and the operations that have come meanwhile get a turn.
            if (!instance.TryEndTurn())
            {
                TurnDispatcher.Call(instance);
            }

            throw;
        }

        TurnDispatcher.Call(instance);
    }

    /// <summary>Resumes a bookmark; that of an idle instance is accepted at once and without an operation.</summary>
    public static Task<BookmarkResumptionResult> ResumeAsync(ApplicationInstance instance, Bookmark bookmark, object? value, CancellationToken cancellationToken)
    {
        OperationGuard.ThrowInHandler(instance);
        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled<BookmarkResumptionResult>(cancellationToken);
        }

        if (instance.Setup.Context is not null || !instance.TryBeginTurn())
        {
            return instance.SubmitAsync(SpanTrail.Noted(new ResumeOperation(bookmark, value, startsInstance: true, cancellationToken)));
        }

        if (instance.CanResumeNow && TryResume(instance, bookmark, value, out Exception? refusal) is var result && result != BookmarkResumptionResult.NotReady)
        {
            // Nothing follows from a bookmark that was not found; but an operation may have come while this call owned the turn.
            if (result == BookmarkResumptionResult.Success || !instance.TryEndTurn())
            {
                SpanTrail.NoteCaller(instance);
                TurnDispatcher.Begin(instance);
            }

            return refusal is null ? ResumptionResults.Of(result) : Task.FromException<BookmarkResumptionResult>(refusal);
        }

        ResumeOperation operation = SpanTrail.Noted(new ResumeOperation(bookmark, value, startsInstance: true, cancellationToken));
        instance.BeginTurnWith(operation);
        return operation.Answer;
    }

    /// <summary>Resumes a bookmark. One that was refused leaves the instance as one that was not found.</summary>
    private static BookmarkResumptionResult TryResume(ApplicationInstance instance, Bookmark bookmark, object? value, out Exception? refusal)
    {
        refusal = null;
        try
        {
            return instance.Run.Resume(bookmark, value);
        }
        catch (Exception exception)
        {
            // The type is a property of the activity, which may fail as well.
            refusal = exception;
            return BookmarkResumptionResult.NotFound;
        }
    }

    /// <summary>Aborts, once; returns at once. May be called from handlers.</summary>
    public static void Abort(ApplicationInstance instance, string? reason) =>
        instance.AbortFor(new WorkflowApplicationAbortedException(reason, instance.InstanceId));

    /// <summary>Posts messages. One that comes too late stays in the store.</summary>
    public static void Receive(ApplicationInstance instance, IReadOnlyList<ReceivedMessage> messages) => instance.Submit(SpanTrail.Noted(new ReceiveOperation([.. messages])));

    /// <summary>Posts an operation that a caller of the application awaits.</summary>
    public static Task<T> AskAsync<T>(ApplicationInstance instance, AwaitableOperation<T> operation)
    {
        OperationGuard.ThrowInHandler(instance);
        return instance.SubmitAsync(operation);
    }
}
