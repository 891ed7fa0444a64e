namespace Workflow.Persistence.Sql;

/// <summary>The messages of an instance.</summary>
/// <param name="IsOwnerGone">True if the owner is deleted, expired or unknown.</param>
/// <param name="Messages">The messages, in order.</param>
internal sealed record ReceiveResult(bool IsOwnerGone, IReadOnlyList<StoredMessage> Messages)
{
    public static readonly ReceiveResult OwnerGone = new(true, []), Nothing = new(false, []);
}
