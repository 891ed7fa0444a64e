using System.Diagnostics;
using Workflow.Foundation;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>
/// The actor of a hosted instance: it has at most one owner at a time, which runs it. Input from outside is posted as a message. A thread that posts a message
/// to an instance without an owner becomes the owner and dispatches the turn. Derived classes define the steps and choose the thread of a turn.
/// </summary>
/// <remarks>
/// <para>A turn is the period in which one owner runs the instance. It is a sequence of steps, and ends when a step has found nothing to do and no message has
/// been posted. While the turn awaits a step, it still has its owner: messages are queued until the awaited task has completed.</para>
/// <para>Any thread may read, and call <see cref="Send"/>, <see cref="TryBeginTurn"/> and <see cref="TryBeginTurnOrPost"/>. Only the owner may use all other
/// members.</para>
/// </remarks>
internal abstract class InstanceActor : ExecutionHost
{
    private Mailbox _mailbox;
    private object? _id;

    /// <summary>
    /// The id of the thread on which a handler runs; 0 if none runs. It is in the base class because the object would be larger if a derived class declared
    /// it.
    /// </summary>
    public int HandlerThread;

    /// <summary>Creates the actor of an instance.</summary>
    /// <param name="isOwned">True if the creator owns the first turn; false if the first message begins it.</param>
    /// <param name="phase">The initial phase.</param>
    protected InstanceActor(bool isOwned, InstancePhase phase = InstancePhase.Fresh)
    {
        _mailbox = new Mailbox(isOwned);
        Phase = phase;
    }

    /// <summary>The phase of the instance. Any thread may read it; only the owner of the turn changes it.</summary>
    public InstancePhase Phase { get; private set; }

    /// <summary>True if the instance has completed, was unloaded, or was aborted.</summary>
    public bool IsEnded => Phase > InstancePhase.Running;

    /// <summary>The id of the instance; created on first read. Thread-safe.</summary>
    public sealed override Guid InstanceId => (Guid)(_id ?? Interlocked.CompareExchange(ref _id, RandomIds.Next(), null) ?? _id);

    /// <summary>The id, which is not created by this property: null before the first read of <see cref="InstanceId"/>. For debuggers.</summary>
    public Guid? IdIfAny => (Guid?)_id;

    /// <summary>True if the application has read the id, so that no instance with another id can be loaded (rule 16.7).</summary>
    public bool IsIdExposed { get; private set; }

    /// <summary>
    /// True if the begin of the instance was reported to the tracking participants, or must not be reported (rules 6.4 and 16.1.1). It is in the base class for
    /// the same reason as <see cref="HandlerThread"/>.
    /// </summary>
    public bool HasReportedBegin { get; set; }

    /// <summary>True if <see cref="ContainFailure"/> was called before. It is in the base class for the same reason.</summary>
    protected bool HasFailed { get; set; }

    /// <summary>True if there is a message that the owner has not taken.</summary>
    protected bool HasMessages => _mailbox.HasMessages;

    /// <summary>Returns the id to the application. Thread-safe.</summary>
    public Guid ExposeId()
    {
        IsIdExposed = true;
        return InstanceId;
    }

    /// <summary>Sets the id of an instance that is being loaded.</summary>
    public void UseLoadedId(Guid id) => _id = id;

    /// <summary>Takes the turn if it has no owner; returns true if the caller is now the owner.</summary>
    public bool TryBeginTurn() => _mailbox.TryBeginTurn();

    /// <summary>Takes the turn if it has no owner, and returns true: the caller must handle the message. Otherwise posts the message.</summary>
    public bool TryBeginTurnOrPost(ActorMessage message) => _mailbox.TryBeginTurnOrPost(message);

    /// <summary>Ends the turn; returns false if a message has been posted, so that the turn must continue.</summary>
    public bool TryEndTurn() => _mailbox.TryEndTurn();

    /// <summary>Posts a message. If the turn has no owner, the caller becomes the owner and dispatches the turn.</summary>
    /// <returns>False if there is an owner, which handles the message.</returns>
    public bool Send(ActorMessage message)
    {
        if (!_mailbox.TryBeginTurnOrPost(message))
        {
            return false;
        }

        BeginTurnWith(message);
        return true;
    }

    /// <summary>Dispatches the turn that the caller has taken, with a message that was not posted.</summary>
    public void BeginTurnWith(ActorMessage message)
    {
        // First, because after the dispatch another thread may own the turn.
        Accept(message);
        Dispatch();
    }

    /// <summary>Runs the turn on this thread until there is nothing to do or a step must be awaited. Does not throw.</summary>
    public void RunTurn()
    {
        Debug.Assert(_mailbox.HasOwner, "A turn that runs has an owner.");
        while (true)
        {
            try
            {
                ValueTask<bool> step = StepAsync();
                if (!step.IsCompletedSuccessfully)
                {
                    // From here on the continuation owns the turn and may already run, so this thread must not touch the instance after the call.
                    ContinueAfter(step.AsTask());
                    return;
                }

                // A message that was posted after the step had looked for one makes the pause fail, and the loop continues.
                if (!step.Result && TryPauseTurn())
                {
                    return;
                }
            }
            catch (Exception exception)
            {
                ContainFailure(exception);
            }
        }
    }

    /// <summary>Executes one step; returns false if there is nothing to do now.</summary>
    protected abstract ValueTask<bool> StepAsync();

    /// <summary>Transfers the turn to the thread that runs it. Afterwards the caller is no longer the owner.</summary>
    protected abstract void Dispatch();

    /// <summary>Continues the turn after the step has completed, on the thread that runs the turn.</summary>
    protected abstract void ContinueAfter(Task<bool> step);

    /// <summary>Receives the message that began the turn.</summary>
    protected abstract void Accept(ActorMessage message);

    /// <summary>
    /// Handles an exception that a step has thrown. Its origin is an object of the application, such as a listener or a clock; it ends only this instance.
    /// </summary>
    protected abstract void ContainFailure(Exception exception);

    /// <summary>Ends a turn that has found nothing to do; returns false if a message has been posted.</summary>
    protected virtual bool TryPauseTurn() => _mailbox.TryEndTurn();

    /// <summary>Takes the messages, linked in the order in which they were posted; null if there are none.</summary>
    protected ActorMessage? TakeMessages() => _mailbox.TakeAll();

    /// <summary>Records that the instance is initialized or loaded.</summary>
    protected void BecomeReady() => MoveTo(InstancePhase.Ready);

    /// <summary>Records that the instance may run. A running instance may be started once more (rule 7.2).</summary>
    protected void BecomeRunning() => MoveTo(InstancePhase.Running);

    /// <summary>Records that the root has completed and that the end is saved if anything must be saved.</summary>
    protected void BecomeCompleted() => MoveTo(InstancePhase.Completed);

    /// <summary>Records that the instance is saved and has left this object; it continues where it is loaded.</summary>
    protected void BecomeUnloaded() => MoveTo(InstancePhase.Unloaded);

    /// <summary>
    /// Records that the instance is aborted. An instance that has completed or was unloaded can still be aborted, and its handler is called (rule 16.5).
    /// </summary>
    protected void BecomeAborted() => MoveTo(InstancePhase.Aborted);

    private void MoveTo(InstancePhase next)
    {
        Debug.Assert(_mailbox.HasOwner, "Only the owner of the turn changes the phase.");
        bool isLegal = Phase switch
        {
            InstancePhase.Fresh => next is InstancePhase.Ready or InstancePhase.Aborted,
            InstancePhase.Ready => next is InstancePhase.Running or InstancePhase.Unloaded or InstancePhase.Aborted,
            InstancePhase.Running => next is InstancePhase.Running or InstancePhase.Completed or InstancePhase.Unloaded or InstancePhase.Aborted,
            InstancePhase.Completed or InstancePhase.Unloaded => next is InstancePhase.Aborted,
            InstancePhase.Aborted => false,
            _ => throw new UnreachableException(),
        };
        if (!isLegal)
        {
            throw new InvalidOperationException($"A workflow instance does not go from '{Phase}' to '{next}'.");
        }

        Phase = next;
    }
}
