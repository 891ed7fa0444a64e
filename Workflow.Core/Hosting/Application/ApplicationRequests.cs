using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Posts the operations of an application to its instance.</summary>
/// <remarks>Thread-safe.</remarks>
internal static class ApplicationRequests
{
    /// <summary>Starts the instance on another thread, and returns at once.</summary>
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
            // Checked again as the owner: the instance may have ended between the first check and the turn.
            OperationGuard.ThrowIfOver(instance);
            SpanTrail.NoteCaller(instance);
            instance.StartRun();
        }
        catch
        {
            // The caller gets the exception, and operations that were posted meanwhile get a turn.
            if (!instance.TryEndTurn())
            {
                TurnDispatcher.Call(instance);
            }

            throw;
        }

        TurnDispatcher.Call(instance);
    }

    /// <summary>Resumes a bookmark. A resumption of an idle instance is accepted at once, without an operation.</summary>
    public static Task<BookmarkResumptionResult> ResumeAsync(
        ApplicationInstance instance, Bookmark bookmark, object? value, CancellationToken cancellationToken)
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
            // Without a resumption there is nothing to run, but an operation may have been posted while this call owned the turn.
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

    /// <summary>Resumes a bookmark. After a refusal the instance is unchanged, as if the bookmark did not exist.</summary>
    private static BookmarkResumptionResult TryResume(ApplicationInstance instance, Bookmark bookmark, object? value, out Exception? refusal)
    {
        refusal = null;
        try
        {
            return instance.Run.Resume(bookmark, value);
        }
        catch (Exception exception)
        {
            // The expected type is a property of the activity, which may throw too.
            refusal = exception;
            return BookmarkResumptionResult.NotFound;
        }
    }

    /// <summary>Requests an abort, unless one was requested before, and returns at once. Handlers may call it.</summary>
    public static void Abort(ApplicationInstance instance, string? reason) =>
        instance.AbortFor(new WorkflowApplicationAbortedException(reason, instance.InstanceId));

    /// <summary>Posts messages. A message that arrives after the end of the instance stays in the store.</summary>
    public static void Receive(ApplicationInstance instance, IReadOnlyList<ReceivedMessage> messages) =>
        instance.Submit(SpanTrail.Noted(new ReceiveOperation([.. messages])));

    /// <summary>Posts an operation that a caller of the application awaits.</summary>
    public static Task<T> AskAsync<T>(ApplicationInstance instance, AwaitableOperation<T> operation)
    {
        OperationGuard.ThrowInHandler(instance);
        return instance.SubmitAsync(operation);
    }
}
