namespace OrderApproval.Waiting;

/// <summary>An order that waits for a person, and the instance that has to be loaded to go on.</summary>
internal sealed record WaitingOrder(Guid InstanceId, DateTimeOffset Since, Referral Referral);
