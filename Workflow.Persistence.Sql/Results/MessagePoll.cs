namespace Workflow.Persistence.Sql;

/// <summary>The result of a check for messages.</summary>
/// <param name="IsOwnerGone">True if the owner is deleted, expired or unknown.</param>
/// <param name="Arrived">
/// The instances that the owner holds and for which messages have arrived since it locked them, each with the number of its last message.
/// </param>
internal sealed record MessagePoll(bool IsOwnerGone, IReadOnlyList<(Guid InstanceId, long Last)> Arrived);
