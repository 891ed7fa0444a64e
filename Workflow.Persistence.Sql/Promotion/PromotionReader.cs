using System.Xml;
using System.Xml.Linq;

namespace Workflow.Persistence.Sql;

/// <summary>Reads the promotions of the options, and collects the problems that they have.</summary>
/// <param name="problems">The problems of the options, to which those of the promotions are added.</param>
internal sealed class PromotionReader(List<string> problems)
{
    private const int LongestPromotion = 100, LongestName = 200;

    /// <summary>Returns the columns of each promotion.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<PromotedColumn>> Read(IDictionary<string, PromotedColumns> promotions)
    {
        Dictionary<string, IReadOnlyList<PromotedColumn>> read = [];
        foreach ((string promotion, PromotedColumns? columns) in promotions)
        {
            CheckName(promotion);
            read.Add(promotion, ColumnsOf(promotion, columns ?? new PromotedColumns()));
        }

        return read;
    }

    private void CheckName(string promotion)
    {
        AddIf(
            promotion.Length is 0 or > LongestPromotion, $"The promotion '{promotion}' has {promotion.Length} characters; use 1 to {LongestPromotion}.");
        AddIf(
            !StorableText.IsStorable(promotion),
            $"The promotion '{StorableText.ForDisplay(promotion)}' has a null character or half of a surrogate pair, which not every database keeps; remove it.");
        AddIf(promotion.EndsWith(' '), $"The promotion '{promotion}' ends with a space, which SQL Server does not compare; remove it.");
    }

    private List<PromotedColumn> ColumnsOf(string promotion, PromotedColumns columns)
    {
        (PromotedType Type, IList<string> Names)[] all =
        [
            (PromotedType.Text, columns.Texts), (PromotedType.Number, columns.Numbers), (PromotedType.Time, columns.Times), (PromotedType.Flag, columns.Flags),
            (PromotedType.Id, columns.Ids),
        ];
        AddIf(all.All(entry => entry.Names.Count == 0), $"The promotion '{promotion}' has no values; add at least one.");
        List<PromotedColumn> read = [];
        foreach ((PromotedType type, IList<string> names) in all)
        {
            read.AddRange(names.Select(name => ColumnOf(promotion, name, type)).OfType<PromotedColumn>());
        }

        foreach (IGrouping<string, PromotedColumn> same in read.GroupBy(column => column.Text).Where(group => group.Count() > 1))
        {
            AddIf(true, $"The promotion '{promotion}' has the value '{same.Key}' {same.Count()} times; remove all but one.");
        }

        return read;
    }

    /// <summary>Returns the column of a name; null if the name cannot be used.</summary>
    private PromotedColumn? ColumnOf(string promotion, string? name, PromotedType type)
    {
        if (name?.Length > LongestName)
        {
            problems.Add($"The promotion '{promotion}' has a value whose name has {name.Length} characters; use {LongestName} at most.");
            return null;
        }

        if (name is not null && !StorableText.IsStorable(name))
        {
            problems.Add(
                $"The promotion '{promotion}' has the value '{StorableText.ForDisplay(name)}', whose name has a null character or half of a surrogate pair; promote it by another name.");
            return null;
        }

        try
        {
            return new PromotedColumn(name!, XName.Get(name!), name!.StartsWith('{'), type);
        }
        catch (Exception failure) when (failure is XmlException or ArgumentException)
        {
            problems.Add(
                $"The promotion '{promotion}' has the value '{name}', which is not the name of a saved value; write a name such as 'Customer', or '{{urn:shop}}Customer' with its namespace.");
            return null;
        }
    }

    private void AddIf(bool isProblem, string problem)
    {
        if (isProblem)
        {
            problems.Add(problem);
        }
    }
}
