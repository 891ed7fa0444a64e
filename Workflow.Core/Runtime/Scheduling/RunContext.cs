using Workflow.Definition;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Scheduling;

/// <summary>
/// What the parts of an executor share: the state of the instance that they run, and the connections to what is outside the engine. It has access to no part.
/// </summary>
/// <remarks>Used by the thread that owns the instance, except where a member says otherwise.</remarks>
internal sealed class RunContext(Program program, Func<ExecutionHost> createHost)
{
    public readonly Program Program = program;

    public InstanceState State = new(program);

    /// <summary>Runs children without the queue where nothing can see the difference. Null: every item goes through the queue.</summary>
    public InlineExecution? Inline;

    /// <summary>Creates the tracking records of the instance. Null: no participant wants any.</summary>
    public Reporter? Reporter;

    /// <summary>The save that the instance waits for; null for none.</summary>
    public Task? RunningSave;

    /// <summary>What the instance waits for: a save, or a tracking participant. Nothing is delivered to it until that has ended. Null: nothing.</summary>
    public Task? Standstill => Reporter?.Running ?? RunningSave;

    /// <summary>
    /// The host of the instance, created by the first use. Safe from any thread while an operation is outstanding: one that asks for an extension and the item
    /// that watches it may both be the first.
    /// </summary>
    public ExecutionHost Host => State.Host ?? Interlocked.CompareExchange(ref State.Host, createHost(), null) ?? State.Host;

    public bool HasHost => State.Host is not null;
}
