namespace Workflow.Persistence.Sql;

/// <summary>What an owner finds that waits for messages.</summary>
/// <param name="IsOwnerGone">Whether the owner is deleted, expired or unknown.</param>
/// <param name="Arrived">The instances that it holds and for which messages have arrived since it locked them, each with the number of the last one.</param>
internal sealed record MessageLook(bool IsOwnerGone, IReadOnlyList<(Guid InstanceId, long Last)> Arrived);
