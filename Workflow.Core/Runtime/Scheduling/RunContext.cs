using Workflow.Definition;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Scheduling;

/// <summary>
/// The objects that the parts of an executor share: the state of the instance that they run, and the connections to objects outside the engine. The context has
/// access to none of the parts.
/// </summary>
/// <remarks>Used by the thread that owns the instance, unless a member states otherwise.</remarks>
internal sealed class RunContext(Program program, Func<ExecutionHost> createHost)
{
    public readonly Program Program = program;

    public InstanceState State = new(program);

    /// <summary>Runs children without the queue while nothing can observe the difference. Set once, when the executor is created.</summary>
    public InlineExecution Inline = null!;

    /// <summary>Creates the tracking records of the instance; null if no participant wants any.</summary>
    public Reporter? Reporter;

    /// <summary>The save that blocks the instance; null if there is none.</summary>
    public Task? RunningSave;

    /// <summary>
    /// The save or the tracking delivery that blocks the instance; null if nothing does. Nothing is delivered to the instance until it has completed.
    /// </summary>
    public Task? BlockingTask => Reporter?.Running ?? RunningSave;

    /// <summary>
    /// The host of the instance, created on first use. Thread-safe while an operation is outstanding: an operation that requests an extension and the item that
    /// watches the operation may both be the first to use the host.
    /// </summary>
    public ExecutionHost Host => State.Host ?? Interlocked.CompareExchange(ref State.Host, createHost(), null) ?? State.Host;

    public bool HasHost => State.Host is not null;
}
