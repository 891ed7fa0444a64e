using OrderApproval.Approval;

namespace OrderApproval.Decisions;

/// <summary>What a decision led to: a decided order, or a refusal and its reason.</summary>
internal sealed record DecisionAnswer(DecidedOrder? Decided, string Refusal = "");
