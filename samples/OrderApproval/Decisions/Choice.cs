namespace OrderApproval.Decisions;

/// <summary>The decisions that an approver can make.</summary>
internal enum Choice
{
    Approve,
    Reject,
}
