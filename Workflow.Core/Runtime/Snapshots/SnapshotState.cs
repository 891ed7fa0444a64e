using System.Xml.Linq;

namespace Workflow.Runtime.Snapshots;

/// <summary>What a snapshot holds beside the run itself: what the host knows of the instance.</summary>
internal sealed class SnapshotState
{
    public required Guid InstanceId { get; init; }

    /// <summary>The definition that the instance was started with; null: it has no identity.</summary>
    public WorkflowIdentity? Identity { get; init; }

    /// <summary>The number of the next tracking record (rule 15.2).</summary>
    public long NextRecordNumber { get; init; }

    /// <summary>False for an instance that was saved before its first run: then its root has not had its turn, and its inputs are in the snapshot (rule 7.7).</summary>
    public bool HasStarted { get; init; } = true;

    /// <summary>What participants saved to read it again.</summary>
    public IReadOnlyDictionary<XName, object?> ParticipantValues { get; init; } = new Dictionary<XName, object?>();
}
