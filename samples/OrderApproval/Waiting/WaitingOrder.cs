namespace OrderApproval.Waiting;

/// <summary>An order that waits for a person, and the instance to load.</summary>
internal sealed record WaitingOrder(Guid InstanceId, DateTimeOffset Since, Referral Referral);
