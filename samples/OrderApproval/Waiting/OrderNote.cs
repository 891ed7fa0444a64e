using System.Xml.Linq;
using OrderApproval.Approval;
using OrderApproval.Reporting;
using Workflow.Persistence;
using Workflow.Persistence.Sql;

namespace OrderApproval.Waiting;

/// <summary>
/// Writes the data that people query about an order next to the saved state of its workflow. The store promotes these values to columns, so that queries find
/// them without loading the workflow.
/// </summary>
internal sealed class OrderNote : PersistenceParticipant
{
    public const string
        Promotion = "Order", Number = nameof(Number), Approver = nameof(Approver), Reason = nameof(Reason), Total = nameof(Total), Outcome = nameof(Outcome);

    /// <summary>The longest text that the store can promote.</summary>
    private const int LongestText = 400;

    /// <summary>The namespace of the values for queries.</summary>
    private static readonly XNamespace Shown = "urn:order-approval";

    /// <summary>The namespace of the values that this object receives after a load, for the next save.</summary>
    private static readonly XNamespace Kept = "urn:order-approval/kept";

    private readonly Dictionary<string, object?> _values = [];

    /// <summary>The columns of the view.</summary>
    public static PromotedColumns Columns => new() { Texts = { Number, Approver, Reason, Outcome }, Numbers = { Total } };

    public void Write(Referral referral)
    {
        _values[Number] = referral.Order;
        _values[Approver] = referral.Approver;
        _values[Reason] = Shortened(referral.Reason);
        _values[Total] = referral.Total;
    }

    public void Write(string order, decimal? total, Decision decision)
    {
        _values[Number] = order;
        _values[Reason] = Shortened(decision.Reason);
        _values[Total] = total;
        _values[Outcome] = decision.Outcome.ToString();
    }

    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        readWriteValues = ValuesIn(Kept);
        writeOnlyValues = ValuesIn(Shown);
    }

    protected override void PublishValues(IDictionary<XName, object?> readWriteValues)
    {
        foreach ((XName name, object? value) in readWriteValues.Where(value => value.Key.Namespace == Kept))
        {
            _values[name.LocalName] = value;
        }
    }

    private Dictionary<XName, object?> ValuesIn(XNamespace space) => _values.ToDictionary(value => space + value.Key, value => value.Value);

    /// <summary>Shortens a reason to the limit of the column, and replaces characters that a database may refuse.</summary>
    private static string Shortened(string reason)
    {
        string text = Texts.Printable(reason);
        if (text.Length <= LongestText)
        {
            return text;
        }

        int end = char.IsHighSurrogate(text[LongestText - 2]) ? LongestText - 2 : LongestText - 1;
        return text[..end] + "…";
    }
}
