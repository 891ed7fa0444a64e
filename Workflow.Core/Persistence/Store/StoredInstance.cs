namespace Workflow.Persistence;

/// <summary>An instance that was loaded, and is locked for the owner that loaded it. Immutable.</summary>
public sealed class StoredInstance
{
    /// <summary>The instance.</summary>
    public required Guid InstanceId { get; init; }

    /// <summary>The version of the lock, above 0: what the next save or unlock must bring.</summary>
    public required long LockVersion { get; init; }

    /// <summary>The definition that the instance was started with; null, the default: none was named.</summary>
    public WorkflowIdentity? DefinitionIdentity { get; init; }

    /// <summary>The state that it was saved in: executing or idle.</summary>
    public required InstanceStatus Status { get; init; }

    /// <summary>The instance itself, as <see cref="InstanceSave.State"/> brought it.</summary>
    public required ReadOnlyMemory<byte> State { get; init; }

    /// <summary>The keys that stand for the instance; none by default.</summary>
    public IReadOnlyCollection<Guid> Keys { get; init; } = [];
}
