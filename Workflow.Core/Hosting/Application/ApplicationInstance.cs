using System.Transactions;
using Workflow.Foundation;
using Workflow.Persistence;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>
/// The workflow instance of an application. It queues the operations and decides which step comes next (rule 22.2): end the instance, perform the next
/// operation that is ready, run, or notify that the instance is idle. The coordinators and operations perform the steps.
/// </summary>
/// <remarks>Only the owner of the turn may use a member, unless the member says that it is thread-safe.</remarks>
internal sealed class ApplicationInstance : OperationTarget
{
    private ApplicationSettings _settings;
    private ApplicationParts? _parts;
    private ApplicationHandlers? _handlers;
    private WaitingOperations _waiting;

    public ApplicationInstance(Activity definition, IDictionary<string, object?>? inputs, WorkflowIdentity? identity)
        : base(definition)
    {
        _settings = ApplicationSettings.For(identity, hasInputs: inputs is not null);
        _parts = inputs is null ? null : new ApplicationParts { Inputs = inputs };
    }

    public override ApplicationSettings Settings => _settings;

    /// <summary>The handlers; null if none was ever set. Thread-safe.</summary>
    public ApplicationHandlers? Handlers => Volatile.Read(ref _handlers);

    public override ExtensionSet? Extensions => _parts?.Extensions;

    public override Reporter? Reporter => _parts?.Reporter;

    public override Inbox? Inbox => _parts?.Messages?.Inbox;

    public override SaveCoordinator Saves => GetOrCreateParts().Saves ??= new SaveCoordinator(this);

    public override MessageDelivery Messages => GetOrCreateParts().Messages ??= new MessageDelivery();

    public override AbortRequest? AbortRequest => Volatile.Read(ref _parts)?.Abort.Request;

    public override bool IsSaveInDoubt => Volatile.Read(ref _parts)?.Saves is { IsInDoubt: true };

    /// <summary>The inputs of the root; null if there are none, or if the root has taken them.</summary>
    public IDictionary<string, object?>? Inputs => _parts?.Inputs;

    /// <summary>The extensions that the application has added; created on first read. Thread-safe.</summary>
    public WorkflowInstanceExtensionManager ExtensionManager => ApplicationSettings.ExtensionManagerOf(ref _settings);

    /// <summary>
    /// True if a resumption can be accepted at once: no earlier operation waits, and no record must be delivered before the answer (rule 8.3).
    /// </summary>
    public bool CanResumeNow => IsIdle && _waiting.IsEmpty && AbortRequest is null && Reporter is null;

    public override bool HasWaitingOperation => HasMessages || AbortRequest is not null || _waiting.HasReady(this);

    public override bool SavesInTransactions => _settings.Store is { Capabilities.JoinsTransactions: true };

    private CompletionCoordinator Outcome => new(this, Handlers, _parts?.Saves);

    public override object? GetExtension(Type type) => Extensions?.Find(type)
        ?? (_settings.Store?.Extension is { } extension && type.IsInstanceOfType(extension) ? extension : null);

    public override void Watch(Task operation, WorkItem item) =>
        TaskEnd.WhenEnded(operation, () => Submit(new DeliveryOperation(item)));

    /// <summary>Saves the instance for an activity that has requested it.</summary>
    public override Task SaveAsync() => Saves.SaveForActivityAsync();

    public override Task PrepareTransactionAsync() => Saves.PrepareTransactionAsync();

    public override Task SaveAndCommitAsync(CommittableTransaction transaction) => Saves.SaveAndCommitAsync(transaction);

    /// <summary>Returns the settings, to change one. Thread-safe.</summary>
    /// <param name="what">The name of the setting, for the exception.</param>
    /// <exception cref="InvalidOperationException">The settings are fixed.</exception>
    public ApplicationSettings ChangeSettings(string what) => ApplicationSettings.Change(ref _settings, what);

    /// <summary>Sets whether turns run on the threads that post operations. Thread-safe.</summary>
    public void ChangeInline(bool runsInline) => ApplicationSettings.ChangeInline(ref _settings, runsInline);

    /// <summary>Returns the handlers, to set one. Thread-safe.</summary>
    public ApplicationHandlers GetOrCreateHandlers() => Handlers ?? Interlocked.CompareExchange(ref _handlers, new(), null) ?? _handlers;

    public override IDictionary<string, object?>? TakeInputs()
    {
        if (_parts is not { Inputs: { } inputs } parts)
        {
            return null;
        }

        parts.Inputs = null;
        return inputs;
    }

    public override bool TryRequestAbort(Exception? reason) => GetOrCreateParts().Abort.TryRequest(reason);

    public override void AbortFor(Exception reason)
    {
        if (!TryRequestAbort(reason))
        {
            return;
        }

        // After the request: work that is stored now finds it (SaveCoordinator.Keep), and work that was stored before is found here.
        _parts!.CancelWaits(reason);
        if (TryBeginTurnOrPost(new WakeOperation()))
        {
            // Never inline: the caller of an abort may be a handler, or hold locks that the Aborted handler needs (rule 16.5).
            new TurnDispatcher(this).Queue();
        }
        else
        {
            Run.RequestTurn();
        }
    }

    /// <summary>Posts an operation. Thread-safe.</summary>
    public Task<T> SubmitAsync<T>(AwaitableOperation<T> operation)
    {
        Submit(operation);
        return operation.Answer;
    }

    /// <summary>Posts an operation that nobody awaits. Thread-safe.</summary>
    public void Submit(HostOperation operation)
    {
        // The owner may be in the run loop: the pause makes it look for operations after the current item, instead of when the instance is idle.
        if (!Send(operation) && operation.Interrupts)
        {
            Run.RequestTurn();
        }
    }

    public override void Wait(HostOperation operation) => _waiting.Add(operation);

    public override void Initialize()
    {
        if (Phase == InstancePhase.Fresh)
        {
            new ApplicationInitialization(this).Begin();
        }
    }

    public override Task InitializeAsync(InstanceLock instanceLock, CancellationToken cancellationToken) =>
        new ApplicationInitialization(this).LoadAsync(instanceLock, cancellationToken);

    /// <summary>Sets the extensions of the instance; null for none.</summary>
    public void UseExtensions(ExtensionSet? extensions)
    {
        if (extensions is not null || _parts is not null)
        {
            GetOrCreateParts().Extensions = extensions;
        }
    }

    /// <summary>Completes the initialization: the state exists and can run.</summary>
    /// <param name="reporter">Reports to the tracking participants; null if there are none.</param>
    public void CompleteInitialization(Reporter? reporter)
    {
        if (reporter is not null)
        {
            GetOrCreateParts().Reporter = reporter;
        }

        ApplicationSettings.Fix(ref _settings);
        BecomeReady();
    }

    public override void Unload() => Outcome.Unload();

    public override void End(InstancePhase phase)
    {
        try
        {
            Extensions?.Dispose();
        }
        catch (Exception exception)
        {
            TryRequestAbort(exception);
        }

        try
        {
            Reporter?.Close();
            Run.Release();
        }
        catch (Exception exception)
        {
            // A listener of the metrics failed.
            TryRequestAbort(exception);
        }

        switch (phase)
        {
            case InstancePhase.Completed:
                BecomeCompleted();
                break;
            case InstancePhase.Unloaded:
                BecomeUnloaded();
                break;
            default:
                BecomeAborted();
                break;
        }
    }

    /// <summary>Aborts the instance. At the second failure the run is discarded, because the tear-down itself has failed.</summary>
    protected override void ContainFailure(Exception exception)
    {
        TryRequestAbort(exception);
        if (HasFailed)
        {
            Run.Drop();
        }

        HasFailed = true;
    }

    /// <summary>Executes one step; returns false if there is nothing to do now.</summary>
    /// <remarks>
    /// The order is a part of the semantics. What blocks the instance comes first, because the executor cannot be used before it has ended. An abort comes
    /// before the end of the run, so that it also discards a result that is not reported yet. Operations come before the notification that the instance is
    /// idle, because one of them may make it run.
    /// </remarks>
    protected override ValueTask<bool> StepAsync()
    {
        if (Run.BlockingTask is { } blocking)
        {
            return WaitAndUnblockAsync(blocking);
        }

        if (AbortRequest is not null && Phase != InstancePhase.Aborted)
        {
            return Outcome.AbortAsync();
        }

        if (Run.HasEnded)
        {
            return EndAsync();
        }

        if (Run.Unhandled is { } fault)
        {
            new UnhandledExceptionCoordinator(this, Handlers).Ask(fault);
            return new(true);
        }

        if (TakeOperation() is { } operation)
        {
            return PerformAsync(operation);
        }

        if (Phase != InstancePhase.Running)
        {
            return new(false);
        }

        if (Run.Next == NextRun.None)
        {
            return NotifyIdleAsync();
        }

        ReportBegin();
        Run.Advance();
        return new(true);
    }

    protected override void Accept(ActorMessage message) => Absorb(message);

    private async ValueTask<bool> WaitAndUnblockAsync(Task blocking)
    {
        await InTurnIgnoringFailure(blocking);
        Run.Unblock();
        return true;
    }

    /// <summary>Ends an instance whose run has ended. With a store or participants the end is saved, also if it is the first save.</summary>
    private ValueTask<bool> EndAsync()
    {
        SaveCoordinator? saves = Extensions is not null || _settings.Store is not null ? Saves : null;
        return new CompletionCoordinator(this, Handlers, saves).EndAsync();
    }

    private ValueTask<bool> NotifyIdleAsync()
    {
        IdleCoordinator idle = new(this, Handlers);
        return idle.TryNotify(out ValueTask<bool> step) ? step
            : idle.AsksToPersist(out Func<WorkflowApplicationIdleEventArgs, PersistableIdleAction>? handler) ? idle.AskToPersistAsync(handler, Saves)
            : new(false);
    }

    /// <summary>Reports that the instance starts or resumes, before it runs here for the first time (rule 16.1.1).</summary>
    private void ReportBegin()
    {
        if (!HasReportedBegin)
        {
            HasReportedBegin = true;
            Reporter?.Instance(Run.HasBegun ? WorkflowInstanceStates.Resumed : WorkflowInstanceStates.Started);
        }
    }

    /// <summary>
    /// Performs an operation. Most operations complete at once and need no asynchronous method: two of them would take a tenth of the time of a short
    /// instance.
    /// </summary>
    private ValueTask<bool> PerformAsync(HostOperation operation)
    {
        ValueTask performance;
        try
        {
            performance = operation.PerformAsync(this);
        }
        catch (Exception exception)
        {
            operation.Fail(this, exception);
            return new(true);
        }

        return performance.IsCompletedSuccessfully ? new(true) : AwaitAsync(operation, performance.AsTask());
    }

    private async ValueTask<bool> AwaitAsync(HostOperation operation, Task performance)
    {
        try
        {
            await InTurn(performance);
        }
        catch (Exception exception)
        {
            operation.Fail(this, exception);
        }

        return true;
    }

    /// <summary>Takes one operation that is ready; null if there is none.</summary>
    private HostOperation? TakeOperation()
    {
        Absorb(TakeMessages());
        return _waiting.IsEmpty ? null : _waiting.TakeReady(this);
    }

    /// <summary>Adds a chain of operations to the waiting ones.</summary>
    private void Absorb(ActorMessage? chain) =>
        _waiting.Add(Phase is InstancePhase.Fresh or InstancePhase.Ready ? StartOperation.AddTo(chain) : chain);

    /// <summary>Returns the parts. If several threads create them at the same time, all get the object of the first one. Thread-safe.</summary>
    private ApplicationParts GetOrCreateParts() =>
        Volatile.Read(ref _parts) ?? Interlocked.CompareExchange(ref _parts, new ApplicationParts(), null) ?? _parts;
}
