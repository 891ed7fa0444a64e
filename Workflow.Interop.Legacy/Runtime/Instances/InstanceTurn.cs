using System.Diagnostics.CodeAnalysis;
using Workflow.Hosting;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The phase of an instance, which determines if its steps can run.</summary>
internal enum LifecyclePhase
{
    Created,
    Running,
    Suspended,
    Ended,

    /// <summary>The instance has left memory: it was saved or discarded.</summary>
    Unloaded,
}

/// <summary>The outcome of a request.</summary>
internal enum RequestOutcome
{
    /// <summary>The instance has left memory, or has ended and the request is optional.</summary>
    Refused,

    /// <summary>The owner of the turn handles the request.</summary>
    Queued,

    /// <summary>The instance is being unloaded. The caller must wait for <see cref="InstanceTurn.Unloading"/> and repeat the request.</summary>
    Deferred,

    /// <summary>The caller is the owner of the turn, and handles the request.</summary>
    Taken,
}

/// <summary>
/// The turn of an instance, which one thread at a time owns, and the requests that other threads make meanwhile. Any thread may read the properties and make
/// requests; only the owner may use all other members.
/// </summary>
/// <remarks>
/// <para>The turn is the <see cref="Mailbox"/> of the actors of Workflow.Core: one word decides the race between an owner that ends its turn and a thread that
/// makes a request. <c>InstanceActor</c> does not fit, because it transfers each turn to another thread and awaits its steps. The methods of WF3 return when
/// their work is done, so the thread that makes a request handles it itself if the turn has no owner. A <c>WorkflowSchedulerService</c> of an application
/// decides when steps run, and may never call back, so no thread may own the turn until then.</para>
/// <para>A thread that has checked the phase can make its request after the owner has ended or unloaded the instance. The owner, or the thread itself as the
/// next owner, finds the request in the mailbox and redirects it (<see cref="InstanceShutdown.Redirect"/>).</para>
/// </remarks>
internal sealed class InstanceTurn(Guid instanceId, LifecyclePhase phase)
{
    // The requests that the owner has taken from the mailbox, or has deferred.
    private readonly Queue<InstanceRequest> _requests = new();
    private Mailbox _mailbox = new(isOwned: false);
    private volatile LifecyclePhase _phase = phase;
    private volatile TaskCompletionSource? _unloading;
    private volatile int _owner;
    private volatile bool _isStarted = phase != LifecyclePhase.Created;
    private int _isStartClaimed;

    public LifecyclePhase Phase => _phase;

    public bool IsInMemory => _phase is not (LifecyclePhase.Ended or LifecyclePhase.Unloaded);

    /// <summary>True if no thread owns the turn. There is no request then.</summary>
    public bool IsFree => !_mailbox.HasOwner;

    /// <summary>
    /// True if the current thread owns the turn. Code that this thread calls, such as a handler of the runtime, must not wait for the instance.
    /// </summary>
    public bool IsMine => _owner == Environment.CurrentManagedThreadId;

    /// <summary>True while the owner calls handlers of the runtime and no step runs. These handlers can unload the instance.</summary>
    public bool IsBetweenSteps { get; private set; }

    /// <summary>Completes when the current unload ends.</summary>
    public Task Unloading => _unloading?.Task ?? Task.CompletedTask;

    /// <summary>Reserves the start of the instance for the caller, which then requests it. Any thread may call it.</summary>
    /// <returns>True if the caller starts the instance; false if the instance has left memory.</returns>
    /// <exception cref="InvalidOperationException">The instance was started before, or has ended.</exception>
    public bool TryClaimStart()
    {
        LifecyclePhase current = _phase;
        if (current == LifecyclePhase.Unloaded)
        {
            return false;
        }

        return current == LifecyclePhase.Created && Interlocked.Exchange(ref _isStartClaimed, 1) == 0
            ? true
            : throw new InvalidOperationException($"The workflow instance '{instanceId}' was started before; start an instance once.");
    }

    /// <summary>
    /// Records that the start was requested. A suspension is accepted from now on: it comes after the start in the mailbox, even if the start is not handled
    /// yet.
    /// </summary>
    public void ConfirmStart() => _isStarted = true;

    /// <summary>Makes a request. If the turn has no owner, the caller becomes the owner and must handle the request. Any thread may call it.</summary>
    /// <exception cref="InvalidOperationException">The instance has ended, or has not been started and the request requires that.</exception>
    public RequestOutcome Request(InstanceRequest request, bool isOptional)
    {
        if (_unloading is not null && !WorkflowEnvironment.IsIn(instanceId))
        {
            return RequestOutcome.Deferred;
        }

        LifecyclePhase current = _phase;
        if (current == LifecyclePhase.Unloaded || (isOptional && current == LifecyclePhase.Ended))
        {
            return RequestOutcome.Refused;
        }

        CheckNotEnded();
        if (!_isStarted && request.Change == InstanceChange.Suspended)
        {
            throw new InvalidOperationException($"The workflow instance '{instanceId}' has not been started; start it before.");
        }

        if (!_mailbox.TryBeginTurnOrPost(request))
        {
            return RequestOutcome.Queued;
        }

        _owner = Environment.CurrentManagedThreadId;
        _requests.Enqueue(request);
        return RequestOutcome.Taken;
    }

    /// <exception cref="InvalidOperationException">The instance has ended.</exception>
    public void CheckNotEnded()
    {
        if (_phase == LifecyclePhase.Ended)
        {
            throw new InvalidOperationException($"The workflow instance '{instanceId}' has ended; use an instance that has not.");
        }
    }

    /// <summary>Takes the turn if it has no owner. Any thread may call it.</summary>
    /// <returns>True if the caller is the owner until <see cref="TryEnd"/>.</returns>
    public bool TryBegin()
    {
        if (!IsInMemory || !_mailbox.TryBeginTurn())
        {
            return false;
        }

        _owner = Environment.CurrentManagedThreadId;
        return true;
    }

    /// <returns>True if the turn has ended; false if there are requests to handle.</returns>
    public bool TryEnd()
    {
        if (_requests.Count > 0)
        {
            return false;
        }

        // Cleared before the turn ends: afterwards, another thread can be the owner.
        _owner = 0;
        if (_mailbox.TryEndTurn())
        {
            return true;
        }

        _owner = Environment.CurrentManagedThreadId;
        return false;
    }

    public bool TryTake([NotNullWhen(true)] out InstanceRequest? request)
    {
        TakeMessages();
        return _requests.TryDequeue(out request);
    }

    /// <summary>Begins an unload. Until its end, only code that the unload itself calls can make requests.</summary>
    /// <returns>True if the unload has begun; false if there are requests, which must be handled first.</returns>
    public bool TryBeginUnload()
    {
        // The threads that make requests look at this field first. It is set before the mailbox is read, so a later request waits for the end of the unload.
        _unloading = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        if (_requests.Count == 0 && !_mailbox.HasMessages)
        {
            return true;
        }

        EndUnload();
        return false;
    }

    public void EndUnload()
    {
        TaskCompletionSource? unloading = _unloading;
        _unloading = null;
        unloading?.SetResult();
    }

    /// <summary>Puts a request behind all requests that were made until now.</summary>
    public void Defer(InstanceRequest request)
    {
        // An unload waits for the requests in the mailbox, too. Before them, it would be tried again and again.
        TakeMessages();
        _requests.Enqueue(request);
    }

    /// <summary>Sets the phase. Requests that are made after the last phase is set are refused, or redirected.</summary>
    public void SetPhase(LifecyclePhase next) => _phase = next;

    /// <summary>Calls handlers while no step of the instance runs, so that the handlers can unload it.</summary>
    public void NotifyBetweenSteps(Action notify)
    {
        IsBetweenSteps = true;
        try
        {
            notify();
        }
        finally
        {
            IsBetweenSteps = false;
        }
    }

    private void TakeMessages()
    {
        for (ActorMessage? message = _mailbox.TakeAll(); message is not null; message = message.Next)
        {
            _requests.Enqueue((InstanceRequest)message);
        }
    }
}
