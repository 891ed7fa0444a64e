namespace Workflow.Persistence.Sql;

/// <summary>The messages of an instance.</summary>
/// <param name="IsOwnerGone">True if the owner is deleted, expired or unknown.</param>
/// <param name="Messages">The messages, in order.</param>
internal sealed record ReceiveAnswer(bool IsOwnerGone, IReadOnlyList<StoredMessage> Messages)
{
    public static readonly ReceiveAnswer OwnerGone = new(true, []), Nothing = new(false, []);
}
