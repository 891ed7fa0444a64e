namespace OrderApproval.Approval;

/// <summary>The decision about an order, and its reason.</summary>
internal sealed record Decision(Outcome Outcome, string Reason)
{
    public override string ToString() => Reason.Length == 0 ? $"{Outcome}" : $"{Outcome} ({Reason})";
}

internal enum Outcome
{
    /// <summary>The order goes to the warehouse.</summary>
    Approved,

    /// <summary>The order waits for a person.</summary>
    Referred,

    /// <summary>The order could not be decided now, and should be retried.</summary>
    Held,

    /// <summary>The order goes back to the customer.</summary>
    Rejected,
}
