using OrderApproval.Approval;

namespace OrderApproval.Decisions;

/// <summary>The decision of an approver about an order; the reason may be empty.</summary>
internal sealed record OrderDecision(string Order, Choice Decision, string Reason = "")
{
    public Decision ToDecision() => new(Decision == Choice.Approve ? Outcome.Approved : Outcome.Rejected, Reason.Trim());
}
