namespace Workflow.Persistence;

/// <summary>A loaded instance, which is locked for the owner that loaded it. Immutable.</summary>
public sealed record StoredInstance
{
    /// <summary>The instance.</summary>
    public required Guid InstanceId { get; init; }

    /// <summary>The version of the lock, above 0, for the next save or unlock.</summary>
    public required long LockVersion { get; init; }

    /// <summary>The identity of the definition that the instance was started with; null, the default, for none.</summary>
    public WorkflowIdentity? DefinitionIdentity { get; init; }

    /// <summary>The status with which the instance was saved: executing or idle.</summary>
    public required InstanceStatus Status { get; init; }

    /// <summary>The state data, as in <see cref="InstanceSave.State"/>.</summary>
    public required ReadOnlyMemory<byte> State { get; init; }

    /// <summary>The keys of the instance; none by default.</summary>
    public IReadOnlyCollection<Guid> Keys { get; init; } = [];
}
