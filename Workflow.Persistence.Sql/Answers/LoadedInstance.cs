namespace Workflow.Persistence.Sql;

/// <summary>An instance as its row has it, after it was locked; its state is not decoded yet.</summary>
internal sealed record LoadedInstance(Guid InstanceId, long LockVersion, WorkflowIdentity? Identity, InstanceStatus Status, EncodedState State, IReadOnlyCollection<Guid> Keys);
