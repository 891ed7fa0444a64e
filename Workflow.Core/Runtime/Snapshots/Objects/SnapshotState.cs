using System.Xml.Linq;

namespace Workflow.Runtime.Snapshots;

/// <summary>The data of the host that a snapshot contains besides the run.</summary>
internal sealed class SnapshotState
{
    public required Guid InstanceId { get; init; }

    /// <summary>The identity of the definition that the instance was started with; null if it has none.</summary>
    public WorkflowIdentity? Identity { get; init; }

    /// <summary>The number of the next tracking record (rule 15.2).</summary>
    public long NextRecordNumber { get; init; }

    /// <summary>False for an instance that was saved before its first run. Its root has not run, and its inputs are in the snapshot (rule 7.7).</summary>
    public bool HasStarted { get; init; } = true;

    /// <summary>
    /// True if a save fails when an exception cannot be restored exactly; if false, a substitute is saved (rule 7.5.6). Not part of a snapshot.
    /// </summary>
    public bool RequiresExactExceptions { get; init; }

    /// <summary>The read-write values of persistence participants.</summary>
    public IReadOnlyDictionary<XName, object?> ParticipantValues { get; init; } = new Dictionary<XName, object?>();
}
