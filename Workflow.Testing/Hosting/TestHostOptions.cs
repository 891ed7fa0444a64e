using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Tracking;

namespace Workflow.Testing;

/// <summary>The settings of a <see cref="TestHost"/>. The host reads them when it is created.</summary>
public sealed class TestHostOptions
{
    /// <summary>The clock of the instances; null, the default, for a new one that shows the first of January 2030.</summary>
    public VirtualTimeProvider? Time { get; init; }

    /// <summary>The store of the instances. Null, the default, for a new store in memory that uses the clock of the host, keeps completed instances, and whose leases do not expire.</summary>
    public InstanceStore? Store { get; init; }

    /// <summary>
    /// What happens when an instance waits and can be saved. The default is <see cref="PersistableIdleAction.Persist"/>, so that a value that cannot be saved is
    /// found at the first wait; <see cref="PersistableIdleAction.None"/> saves nothing. To unload, call <see cref="TestInstance.ReloadAsync"/>.
    /// </summary>
    public PersistableIdleAction IdleAction { get; init; } = PersistableIdleAction.Persist;

    /// <summary>Adds extensions to each application that the host creates, once for a start and once for each load. Null, the default, adds none.</summary>
    public Action<WorkflowInstanceExtensionManager>? AddExtensions { get; init; }

    /// <summary>
    /// How long the host waits, in real time, for the end of an asynchronous operation; the default is 30 seconds. It is not used for waits on the virtual
    /// clock and for bookmarks: if nothing can end such a wait, the host reports it at once.
    /// </summary>
    public TimeSpan OperationTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// How many records an instance may create before the host aborts it, so that an endless loop ends the test and not the patience of its reader. The
    /// default is one million.
    /// </summary>
    public int MaxRecords { get; init; } = 1_000_000;

    /// <summary>Sees each record after it was added to the trace.</summary>
    internal Action<TrackingRecord>? Tracked { get; init; }

    /// <exception cref="ArgumentOutOfRangeException">A setting has an invalid value.</exception>
    internal void Validate()
    {
        if (IdleAction is not (PersistableIdleAction.None or PersistableIdleAction.Persist))
        {
            throw new ArgumentOutOfRangeException(
                nameof(IdleAction), IdleAction, "A test host keeps its instances in memory: use None or Persist, and call ReloadAsync to unload and load an instance.");
        }

        if (OperationTimeout <= TimeSpan.Zero && OperationTimeout != Timeout.InfiniteTimeSpan)
        {
            throw new ArgumentOutOfRangeException(nameof(OperationTimeout), OperationTimeout, "The timeout of operations must be positive or infinite.");
        }

        ArgumentOutOfRangeException.ThrowIfLessThan(MaxRecords, 1);
    }
}
