using System.Xml.Linq;
using Workflow.Persistence;

namespace OrderApproval.Waiting;

/// <summary>
/// Writes the referral of one workflow instance beside its saved state, so that a query on the store returns it without loading the instance.
/// </summary>
internal sealed class ReferralNote : PersistenceParticipant
{
    /// <summary>The value for queries.</summary>
    private static readonly XNamespace Shown = "urn:order-approval";

    /// <summary>The value that this object receives after a load, for the next save.</summary>
    private static readonly XNamespace Kept = "urn:order-approval/kept";

    private Referral? _referral;

    public void Write(Referral referral) => _referral = referral;

    /// <summary>The referral among the values of a saved instance; null when there is none.</summary>
    public static Referral? Read(IReadOnlyDictionary<XName, object?> values) =>
        values.GetValueOrDefault(Shown + nameof(Referral.Order)) is string order
        && values.GetValueOrDefault(Shown + nameof(Referral.Approver)) is string approver
        && values.GetValueOrDefault(Shown + nameof(Referral.Reason)) is string reason
        && values.GetValueOrDefault(Shown + nameof(Referral.Total)) is decimal total
            ? new Referral(order, approver, reason, total)
            : null;

    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        readWriteValues = _referral is null ? null : ValuesOf(_referral, Kept);
        writeOnlyValues = _referral is null ? null : ValuesOf(_referral, Shown);
    }

    protected override void PublishValues(IDictionary<XName, object?> readWriteValues) =>
        _referral = Read(readWriteValues.Where(value => value.Key.Namespace == Kept).ToDictionary(value => Shown + value.Key.LocalName, value => value.Value));

    private static Dictionary<XName, object?> ValuesOf(Referral referral, XNamespace space) => new()
    {
        [space + nameof(Referral.Order)] = referral.Order,
        [space + nameof(Referral.Approver)] = referral.Approver,
        [space + nameof(Referral.Reason)] = referral.Reason,
        [space + nameof(Referral.Total)] = referral.Total,
    };
}
