using System.Globalization;
using OrderApproval.Approval;

namespace OrderApproval.Storage;

/// <summary>An order as the views of the store show it, without loading its workflow.</summary>
/// <param name="InstanceId">The id of the workflow instance.</param>
/// <param name="Number">The number of the order.</param>
/// <param name="Status">The status of the instance.</param>
/// <param name="Since">The time at which the wait of the order began; for an order that does not wait, the time of its last save.</param>
internal sealed record StoredOrder(Guid InstanceId, string Number, string Status, DateTimeOffset Since)
{
    /// <summary>The person that the order waits for, or who decided about it; null if the workflow decided.</summary>
    public string? Approver { get; init; }

    /// <summary>The reason for the wait, or for the decision.</summary>
    public string Reason { get; init; } = "";

    /// <summary>The price of the order in euros; null if it cannot be priced.</summary>
    public decimal? Total { get; init; }

    /// <summary>The outcome; null while the order waits.</summary>
    public Outcome? Outcome { get; init; }

    /// <summary>The bookmarks at which the order waits.</summary>
    public string Bookmarks { get; init; } = "";

    /// <summary>The machine of the program that has locked the order; null for none.</summary>
    public string? HeldOn { get; init; }

    /// <summary>The number of consecutive failures of programs with the order.</summary>
    public int Attempts { get; init; }

    public string? LastError { get; init; }

    public bool Waits => Outcome is null && Status == "Idle";

    /// <summary>The decision; the outcome is 'Referred' while the order waits.</summary>
    public Decision Decision => Outcome is { } outcome
        ? new Decision(outcome, Reason)
        : new Decision(Approval.Outcome.Referred, Approver is null ? Status : $"{Approver}: {Reason}");

    public string SinceText => Since.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);
}
