using OrderApproval.Storage;

namespace OrderApproval.Decisions;

/// <summary>The result of a decision: a decided order, or an error message.</summary>
internal sealed record DecisionAnswer(StoredOrder? Decided, string Refusal = "");
