using System.Collections.Immutable;

namespace Workflow.Persistence.Sql;

/// <summary>The promoted names with which no save of a store has had a value. Thread-safe; it costs nothing once all names were seen.</summary>
/// <remarks>
/// A save need not have all names, because definitions differ, and outputs come last. When an instance completes and a name was never seen, the name is probably not the one of the
/// variable.
/// </remarks>
/// <param name="promotions">All promotions of the store.</param>
/// <param name="report">Called once with a promotion and a name of it that no save has had.</param>
internal sealed class UnseenNames(IReadOnlyDictionary<string, IReadOnlyList<PromotedColumn>> promotions, Action<string, string> report)
{
    private ImmutableHashSet<(string Promotion, string Name)> _unseen = [.. promotions.SelectMany(promotion => promotion.Value.Select(column => (promotion.Key, column.Text)))];

    /// <summary>Notes the values of a save.</summary>
    public void Saved(IReadOnlyList<PromotedValue> values, IReadOnlyList<PromotedValue> initialValues, bool completes)
    {
        if (!_unseen.IsEmpty)
        {
            ImmutableInterlocked.Update(ref _unseen, static (unseen, seen) => unseen.Except(seen.Select(value => (value.Promotion, value.Name))), values.Concat(initialValues));
            if (completes)
            {
                foreach ((string promotion, string name) in Interlocked.Exchange(ref _unseen, []))
                {
                    report(promotion, name);
                }
            }
        }
    }
}
