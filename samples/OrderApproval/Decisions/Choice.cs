namespace OrderApproval.Decisions;

/// <summary>What an approver can do with an order.</summary>
internal enum Choice
{
    Approve,
    Reject,
}
