namespace OrderApproval.Waiting;

/// <summary>An order that waits for a person: the person, the reason, and its price in euros.</summary>
internal sealed record Referral(string Order, string Approver, string Reason, decimal Total);
