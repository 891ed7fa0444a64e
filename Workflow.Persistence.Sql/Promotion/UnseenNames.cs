using System.Collections.Immutable;

namespace Workflow.Persistence.Sql;

/// <summary>The promoted names for which no save of a store has had a value so far. Thread-safe. Has no cost once all names were seen.</summary>
/// <remarks>
/// A save need not have all names, because definitions differ, and outputs are saved last. If an instance completes and a name was never seen, the name
/// probably does not match the variable.
/// </remarks>
/// <param name="promotions">All promotions of the store.</param>
/// <param name="report">Called once for each promotion and name that no save has had.</param>
internal sealed class UnseenNames(IReadOnlyDictionary<string, IReadOnlyList<PromotedColumn>> promotions, Action<string, string> report)
{
    private ImmutableHashSet<(string Promotion, string Name)> _unseen =
        [.. promotions.SelectMany(promotion => promotion.Value.Select(column => (promotion.Key, column.Text)))];

    /// <summary>Records the values of a save, and reports the unseen names if the save completes its instance.</summary>
    public void Saved(IReadOnlyList<PromotedValue> values, IReadOnlyList<PromotedValue> initialValues, bool completes)
    {
        if (!_unseen.IsEmpty)
        {
            ImmutableInterlocked.Update(
                ref _unseen,
                static (unseen, seen) => unseen.Except(seen.Select(value => (value.Promotion, value.Name))),
                values.Concat(initialValues));
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
