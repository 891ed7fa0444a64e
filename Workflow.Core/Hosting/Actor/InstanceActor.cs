using System.Diagnostics;
using Workflow.Foundation;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>
/// A hosted instance: one owner at a time runs it. What comes from outside is a message; the thread that posts one to an instance without owner becomes the
/// owner and dispatches the turn. The hosts say what a step is, and on which thread a turn runs.
/// </summary>
/// <remarks>
/// <para>A turn is a sequence of steps. It ends when a step has found nothing to do and no message has come. While it awaits a step, it still has its
/// owner: messages are queued until the awaited task has ended.</para>
/// <para>Reading is safe from any thread, and so are <see cref="Send"/>, <see cref="TryBeginTurn"/> and <see cref="TryBeginTurnOrPost"/>. All else is for the owner.</para>
/// </remarks>
internal abstract class InstanceActor : ExecutionHost
{
    private Mailbox _mailbox;
    private object? _id;

    /// <summary>The thread that calls a handler; 0 for none. Here, because a derived class would be larger with it.</summary>
    public int HandlerThread;

    /// <summary>Creates the actor of an instance.</summary>
    /// <param name="isOwned">The creator owns the first turn; otherwise the first message takes it.</param>
    /// <param name="phase">How far the instance has come already.</param>
    protected InstanceActor(bool isOwned, InstancePhase phase = InstancePhase.Fresh)
    {
        _mailbox = new Mailbox(isOwned);
        Phase = phase;
    }

    /// <summary>Read by any thread; changed by the owner of the turn.</summary>
    public InstancePhase Phase { get; private set; }

    /// <summary>The instance has completed, left for its store, or was aborted.</summary>
    public bool IsEnded => Phase > InstancePhase.Running;

    /// <summary>Made by the first reader. Safe from any thread.</summary>
    public sealed override Guid InstanceId => (Guid)(_id ?? Interlocked.CompareExchange(ref _id, RandomIds.Next(), null) ?? _id);

    /// <summary>The same, without making it: null before the first read. For a debugger.</summary>
    public Guid? IdIfAny => (Guid?)_id;

    /// <summary>The application has read the id, so that no instance with another one can be loaded (rule 16.7).</summary>
    public bool IsIdExposed { get; private set; }

    /// <summary>The tracking participants know that the instance runs, or never will (rules 6.4 and 16.1.1). Here for the same reason.</summary>
    public bool HasReportedBegin { get; set; }

    /// <summary>A failure was contained before. Here for the same reason.</summary>
    protected bool HasFailed { get; set; }

    /// <summary>There is a message that the owner has not taken.</summary>
    protected bool HasMessages => _mailbox.HasMessages;

    /// <summary>The id for the application. Safe from any thread.</summary>
    public Guid ExposeId()
    {
        IsIdExposed = true;
        return InstanceId;
    }

    /// <summary>The instance that is loaded has an id already.</summary>
    public void UseLoadedId(Guid id) => _id = id;

    /// <summary>Takes the turn if it has no owner.</summary>
    public bool TryBeginTurn() => _mailbox.TryBeginTurn();

    /// <summary>Takes the turn if it has no owner, for the caller to handle the message; otherwise posts it.</summary>
    public bool TryBeginTurnOrPost(ActorMessage message) => _mailbox.TryBeginTurnOrPost(message);

    /// <summary>Gives the turn back; false when a message has come, so that the turn has to go on.</summary>
    public bool TryEndTurn() => _mailbox.TryEndTurn();

    /// <summary>Posts a message; without an owner, the caller becomes the owner and dispatches the turn.</summary>
    /// <returns>False: there is an owner, which handles the message.</returns>
    public bool Send(ActorMessage message)
    {
        if (!_mailbox.TryBeginTurnOrPost(message))
        {
            return false;
        }

        BeginTurnWith(message);
        return true;
    }

    /// <summary>Dispatches the turn that the caller has taken, with a message of its own.</summary>
    public void BeginTurnWith(ActorMessage message)
    {
        Accept(message);
        Dispatch();
    }

    /// <summary>Runs the turn on this thread until nothing is left to do now, or a step has to be awaited. Nothing is thrown.</summary>
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
                    // From here on the turn is that of the continuation, which may run already: nothing of the instance is touched after this call.
                    ContinueAfter(step.AsTask());
                    return;
                }

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

    /// <summary>Takes one step; false when nothing can be done now.</summary>
    protected abstract ValueTask<bool> StepAsync();

    /// <summary>Takes the turn to the thread that is to run it. The caller owns it no more afterwards.</summary>
    protected abstract void Dispatch();

    /// <summary>Goes on with the turn when the step has ended, on the thread that is to run it.</summary>
    protected abstract void ContinueAfter(Task<bool> step);

    /// <summary>Takes the message that began the turn.</summary>
    protected abstract void Accept(ActorMessage message);

    /// <summary>What escapes from a step comes from objects of the application, such as a listener or a clock, and is the end of this instance only.</summary>
    protected abstract void ContainFailure(Exception exception);

    /// <summary>Ends a turn that has found nothing to do; false when a message has come.</summary>
    protected virtual bool TryPauseTurn() => _mailbox.TryEndTurn();

    /// <summary>Takes the messages, linked in the order in which they were posted; null for none.</summary>
    protected ActorMessage? TakeMessages() => _mailbox.TakeAll();

    /// <summary>The instance is set up, or loaded.</summary>
    protected void BecomeReady() => MoveTo(InstancePhase.Ready);

    /// <summary>The instance may run; one that runs already is started once more (rule 7.2).</summary>
    protected void BecomeRunning() => MoveTo(InstancePhase.Running);

    /// <summary>The root has completed, and that is saved where there is something to save.</summary>
    protected void BecomeCompleted() => MoveTo(InstancePhase.Completed);

    /// <summary>The instance is saved, and goes on elsewhere.</summary>
    protected void BecomeUnloaded() => MoveTo(InstancePhase.Unloaded);

    /// <summary>The instance is aborted; one that has completed or left still raises its handler (rule 16.5).</summary>
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
