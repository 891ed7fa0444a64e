using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>What the host of this process does, for health checks. Thread-safe.</summary>
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

    /// <summary>Why the host waits for its store; null if it does not.</summary>
    public Exception? Failure
    {
        get => _failure;
        set => _failure = value;
    }
}
