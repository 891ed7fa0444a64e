using System.Globalization;
using OrderApproval.Approval;

namespace OrderApproval.Storage;

/// <summary>An order as the views of the store show it, without loading its workflow.</summary>
/// <param name="InstanceId">Its workflow instance.</param>
/// <param name="Number">The number of the order.</param>
/// <param name="Status">The status of the instance.</param>
/// <param name="Since">Since when it waits; for an order that does not wait, its last save.</param>
internal sealed record StoredOrder(Guid InstanceId, string Number, string Status, DateTimeOffset Since)
{
    /// <summary>The person that it waits for, or that decided about it; null if the workflow decided.</summary>
    public string? Approver { get; init; }

    /// <summary>Why it waits, or the reason of the decision.</summary>
    public string Reason { get; init; } = "";

    /// <summary>Its price in euros; null if it cannot be priced.</summary>
    public decimal? Total { get; init; }

    /// <summary>The outcome; null while it waits.</summary>
    public Outcome? Outcome { get; init; }

    /// <summary>The bookmarks at which it waits.</summary>
    public string Bookmarks { get; init; } = "";

    /// <summary>The machine whose program holds it; null for none.</summary>
    public string? HeldOn { get; init; }

    /// <summary>How often in a row a program has failed with it.</summary>
    public int Attempts { get; init; }

    public string? LastError { get; init; }

    public bool Waits => Outcome is null && Status == "Idle";

    /// <summary>The decision; the outcome is 'Referred' while the order waits.</summary>
    public Decision Decision => Outcome is { } outcome
        ? new Decision(outcome, Reason)
        : new Decision(Approval.Outcome.Referred, Approver is null ? Status : $"{Approver}: {Reason}");

    public string SinceText => Since.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);
}
