using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>The status of the host of this process, for health checks. Thread-safe.</summary>
internal sealed class HostStatus
{
    private volatile InstanceOwner? _owner;
    private volatile Exception? _failure;

    /// <summary>The owner; null while there is none.</summary>
    public InstanceOwner? Owner
    {
        get => _owner;
        set => _owner = value;
    }

    /// <summary>The failure after which the host waits for its store; null if there is none.</summary>
    public Exception? Failure
    {
        get => _failure;
        set => _failure = value;
    }
}
