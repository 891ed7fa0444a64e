using OrderApproval.Approval;

namespace OrderApproval.Decisions;

/// <summary>The result of a decision: a decided order, or an error message.</summary>
internal sealed record DecisionAnswer(DecidedOrder? Decided, string Refusal = "");
