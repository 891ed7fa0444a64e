using Workflow.Definition;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Reporting;

namespace Workflow.Runtime.Execution;

/// <summary>
/// What the parts of the engine share: the state of the instance that they run, and the connections to what is outside the engine. It knows no part.
/// </summary>
/// <remarks>Used by the thread that owns the instance, except where a member says otherwise.</remarks>
internal sealed class RunContext(Program program, Func<ExecutionHost> createHost)
{
    private ExecutionHost? _host;

    public readonly Program Program = program;

    /// <summary>What contexts call. Set once, when the parts behind it exist.</summary>
    public ExecutionPort Port = null!;

    public InstanceState State = new(program);

    /// <summary>Creates the tracking records of the instance. Null: no participant wants any.</summary>
    public Reporter? Reporter;

    /// <summary>The save that the instance waits for; null for none.</summary>
    public Task? RunningSave;

    /// <summary>What the instance waits for: a save, or a tracking participant. Nothing is delivered to it until that has ended. Null: nothing.</summary>
    public Task? Standstill => Reporter?.Running ?? RunningSave;

    /// <summary>The host of the instance, created by the first use: most invocations never need it.</summary>
    public ExecutionHost Host => _host ??= createHost();

    public bool HasHost => _host is not null;

    /// <summary>Releases the host and the reporter of an instance that has ended or goes on elsewhere.</summary>
    public void Disconnect()
    {
        _host = null;
        Reporter?.Detach();
        Reporter = null;
    }
}
