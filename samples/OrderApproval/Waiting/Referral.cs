namespace OrderApproval.Waiting;

/// <summary>Which order waits for a person, for whom and why, and what it costs in euros.</summary>
internal sealed record Referral(string Order, string Approver, string Reason, decimal Total);
