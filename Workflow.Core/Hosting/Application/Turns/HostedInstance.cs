using System.Transactions;
using Workflow.Runtime.Reporting;

namespace Workflow.Hosting;

/// <summary>
/// The instance of an application, as its saves, its handlers and its end see it: an actor with settings and an execution, whose turns run on the threads
/// that the settings choose.
/// </summary>
/// <param name="definition">The root of the definition.</param>
/// <remarks>Only the owner of the turn may use a member, unless the member says that it is thread-safe.</remarks>
internal abstract class HostedInstance(Activity definition) : InstanceActor(isOwned: false), IThreadPoolWorkItem
{
    /// <summary>The state of the instance and its executor. A field, because the struct is changed in place.</summary>
    public HostedExecution Run;

    /// <summary>The task of the callers that wait for the end. A field for the same reason. Thread-safe.</summary>
    public CompletionTask Completion;

    /// <summary>The root of the definition. Thread-safe.</summary>
    public Activity Definition { get; } = definition;

    /// <summary>The settings of the application. Thread-safe.</summary>
    public abstract ApplicationSettings Settings { get; }

    /// <summary>The extensions; null if there are none.</summary>
    public abstract ExtensionSet? Extensions { get; }

    /// <summary>Reports to the tracking participants; null if there are none.</summary>
    public abstract Reporter? Reporter { get; }

    /// <summary>The messages that the instance has received; null if there are none.</summary>
    public abstract Inbox? Inbox { get; }

    /// <summary>The abort request; null if there is none. Thread-safe.</summary>
    public abstract AbortRequest? AbortRequest { get; }

    /// <summary>True if an abort canceled a save while the store was writing, so that the stored state is unknown.</summary>
    public abstract bool IsSaveInDoubt { get; }

    /// <summary>True if nothing runs before new input arrives.</summary>
    public bool IsIdle => Phase == InstancePhase.Running && Run.Next == NextRun.None;

    public PersistenceServices Services => PersistenceServices.Of(Extensions);

    /// <summary>Always null: an application ignores the transactions of its callers (rule 10.6).</summary>
    public sealed override Transaction? AmbientTransaction => null;

    public T[] FindExtensions<T>()
        where T : class => Extensions?.FindAll<T>() ?? [];

    /// <summary>Requests an abort; returns false if one was requested before. The next step carries it out. Thread-safe.</summary>
    /// <param name="reason">The reason; null if an activity gave none.</param>
    public abstract bool TryRequestAbort(Exception? reason);

    /// <summary>Requests an abort, unless one was requested before, and returns at once. Thread-safe; handlers may call it.</summary>
    public abstract void AbortFor(Exception reason);

    /// <summary>Takes the inputs for the root; they are not kept any longer.</summary>
    /// <returns>The inputs; null if there are none.</returns>
    public abstract IDictionary<string, object?>? TakeInputs();

    /// <summary>
    /// Enters the last phase, which handlers and waiting operations see at once. A failure of an extension's disposal or of a listener of the metrics
    /// requests an abort.
    /// </summary>
    public abstract void End(InstancePhase phase);

    /// <summary>Reports a state and delivers the record, so that participants receive it before the next action.</summary>
    public Task ReportAsync(string state)
    {
        if (Reporter is not { } reporter)
        {
            return Task.CompletedTask;
        }

        reporter.Instance(state);
        return reporter.FlushAsync();
    }

    /// <summary>
    /// Returns the awaiter with which a step of the turn awaits a task. The step continues where the turn runs. Until then the turn has an owner, so that
    /// operations are queued.
    /// </summary>
    public TurnAwaiter InTurn(Task task) => new(task, this);

    /// <summary>Returns the same awaiter for a task whose failure is ignored.</summary>
    public TurnAwaiter InTurnIgnoringFailure(Task task) =>
        new(
            task.IsCompletedSuccessfully
                ? task
                : task.ContinueWith(
                    static ended => _ = ended.Exception,
                    CancellationToken.None,
                    TaskContinuationOptions.ExecuteSynchronously,
                    TaskScheduler.Default),
            this);

    /// <summary>Begins a turn on a thread that may have ambient values of other code. Does not throw.</summary>
    public void BeginTurn()
    {
        // An application ignores transactions of others (rule 10.6), also one that an activity has left on a thread of the pool.
        Transaction? outer = Transaction.Current;
        if (outer is null)
        {
            RunTurn();
            return;
        }

        Transaction.Current = null;
        try
        {
            RunTurn();
        }
        finally
        {
            Transaction.Current = outer;
        }
    }

    /// <summary>Runs a turn that was queued to the thread pool.</summary>
    void IThreadPoolWorkItem.Execute() => BeginTurn();

    protected sealed override void Dispatch() => new TurnDispatcher(this).Begin();

    protected sealed override void ContinueAfter(Task<bool> step) => _ = ContinueAfterAsync(step);

    /// <summary>
    /// Passivates an idle instance before the turn ends, because another thread may own the instance afterwards. If a message was posted meanwhile, the next
    /// step that runs the instance rents an executor again.
    /// </summary>
    protected sealed override bool TryPauseTurn()
    {
        if (IsIdle)
        {
            Run.Passivate();
        }

        return base.TryPauseTurn();
    }

    private async Task ContinueAfterAsync(Task<bool> step)
    {
        try
        {
            await InTurn(step);
        }
        catch (Exception exception)
        {
            ContainFailure(exception);
        }

        RunTurn();
    }
}
