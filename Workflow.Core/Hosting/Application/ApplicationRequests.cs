using System.Diagnostics.CodeAnalysis;
using Workflow.Persistence;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>
/// Posts the operations of an application to its instance. Rejects those that the instance cannot perform, because it has ended (rule 6.7) or because one of
/// its handlers is the caller (rule 16.1.2).
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal readonly struct ApplicationRequests(ApplicationInstance instance)
{
    /// <summary>Starts the instance on another thread, and returns at once.</summary>
    public void Start()
    {
        ThrowInHandler();
        new Refusals(instance).ThrowIfOver();
        ThrowIfCompleted();
        if (!instance.TryBeginTurn() && !instance.TryBeginTurnOrPost(SpanTrail.Noted(new RunOperation())))
        {
            instance.Run.RequestTurn();
            return;
        }

        try
        {
            // Checked again as the owner: the instance may have ended between the first check and the turn.
            new Refusals(instance).ThrowIfOver();
            SpanTrail.NoteCaller(instance);
            instance.StartRun();
        }
        catch
        {
            // The caller gets the exception, and operations that were posted meanwhile get a turn.
            if (!instance.TryEndTurn())
            {
                new TurnDispatcher(instance).Queue();
            }

            throw;
        }

        new TurnDispatcher(instance).Queue();
    }

    /// <summary>Resumes a bookmark. A resumption of an idle instance is accepted at once, without an operation.</summary>
    public Task<BookmarkResumptionResult> ResumeAsync(Bookmark bookmark, object? value, CancellationToken cancellationToken)
    {
        ThrowInHandler();
        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled<BookmarkResumptionResult>(cancellationToken);
        }

        if (instance.Settings.Context is not null || !instance.TryBeginTurn())
        {
            return instance.SubmitAsync(SpanTrail.Noted(new ResumeOperation(bookmark, value, startsInstance: true, cancellationToken)));
        }

        if (instance.CanResumeNow && TryResume(bookmark, value, out Exception? refusal) is var result && result != BookmarkResumptionResult.NotReady)
        {
            // Without a resumption there is nothing to run, but an operation may have been posted while this call owned the turn.
            if (result == BookmarkResumptionResult.Success || !instance.TryEndTurn())
            {
                SpanTrail.NoteCaller(instance);
                new TurnDispatcher(instance).Begin();
            }

            return refusal is null ? ResumptionResults.Of(result) : Task.FromException<BookmarkResumptionResult>(refusal);
        }

        ResumeOperation operation = SpanTrail.Noted(new ResumeOperation(bookmark, value, startsInstance: true, cancellationToken));
        instance.BeginTurnWith(operation);
        return operation.Answer;
    }

    /// <summary>Requests an abort, unless one was requested before, and returns at once. Handlers may call it.</summary>
    public void Abort(string? reason) =>
        instance.AbortFor(new WorkflowApplicationAbortedException(reason, instance.InstanceId));

    /// <summary>Posts messages. A message that arrives after the end of the instance stays in the store.</summary>
    public void Receive(IReadOnlyList<ReceivedMessage> messages) =>
        instance.Submit(SpanTrail.Noted(new ReceiveOperation([.. messages])));

    /// <summary>Posts an operation that a caller of the application awaits.</summary>
    public Task<T> AskAsync<T>(AwaitableOperation<T> operation)
    {
        ThrowInHandler();
        return instance.SubmitAsync(operation);
    }

    /// <summary>Loads a saved instance (rule 16.7).</summary>
    public Task LoadAsync(Guid instanceId, CancellationToken cancellationToken)
    {
        (InstanceStore store, WorkflowIdentity? identity) = (GetStore(), instance.Settings.Identity);
        return LoadAsync(token => InstanceLock.LoadAsync(store, instanceId, identity, token), cancellationToken);
    }

    /// <summary>Loads a runnable instance.</summary>
    public Task LoadRunnableAsync(CancellationToken cancellationToken)
    {
        (InstanceStore store, WorkflowIdentity? identity) = (GetStore(), instance.Settings.Identity);
        return LoadAsync(token => InstanceLock.LoadRunnableAsync(store, identity, token), cancellationToken);
    }

    /// <summary>Loads an instance that was read before, with the lock that was taken at that time.</summary>
    public Task LoadAsync(WorkflowApplicationInstance saved, CancellationToken cancellationToken)
    {
        ApplicationInstance target = instance;
        return LoadAsync(
            _ =>
            {
                target.ChangeSettings(nameof(WorkflowApplication.InstanceStore)).Store = saved.InstanceStore;
                return Task.FromResult(saved.TakeFor(target.Settings.Identity));
            },
            cancellationToken);
    }

    private Task<bool> LoadAsync(Func<CancellationToken, Task<InstanceLock>> take, CancellationToken cancellationToken) =>
        AskAsync(new LoadOperation(take, cancellationToken));

    private InstanceStore GetStore() => instance.Settings.Store ?? throw new InvalidOperationException(
        $"The workflow application '{instance.Definition.DisplayName}' has no store to load an instance from; set InstanceStore first.");

    /// <summary>Resumes a bookmark. After a refusal the instance is unchanged, as if the bookmark did not exist.</summary>
    private BookmarkResumptionResult TryResume(Bookmark bookmark, object? value, out Exception? refusal)
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

    /// <summary>
    /// Throws if the instance has completed. Its end is known when the handler Completed has returned, so this method waits for a running handler (rule
    /// 6.7).
    /// </summary>
    [SuppressMessage(
        "ApiDesign",
        "RS0030:Do not use banned APIs",
        Justification = "Run is a synchronous call that answers what has become of the instance; it waits for a handler, never for I/O.")]
    private void ThrowIfCompleted()
    {
        if (instance.Run.Result is null)
        {
            return;
        }

        if (new HandlerCalls(instance).IsRunning)
        {
            instance.Handlers!.CompletedReturn.Wait();
        }

        throw new Refusals(instance).Exception;
    }

    /// <summary>Throws if a handler is the caller: a handler that waits for an operation of its instance would wait for itself (rule 16.1.2).</summary>
    private void ThrowInHandler()
    {
        if (new HandlerCalls(instance).IsCallerInHandler)
        {
            throw new InvalidOperationException(
                $"A handler of the workflow application '{instance.Definition.DisplayName}' called an operation of the same instance, which would wait for the handler; return from the handler first, or call Abort.");
        }
    }
}
