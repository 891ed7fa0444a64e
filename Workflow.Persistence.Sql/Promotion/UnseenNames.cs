using System.Collections.Immutable;

namespace Workflow.Persistence.Sql;

/// <summary>The promoted names with which no save of a store has had a value. Thread-safe; it costs nothing once all names were seen.</summary>
/// <remarks>
/// A save need not have all names, because definitions differ, and outputs come last. When an instance completes and a name was never seen, the name is probably not the one of the
/// variable.
/// </remarks>
internal sealed class UnseenNames(IReadOnlyDictionary<string, IReadOnlyList<PromotedColumn>> promotions, StoreReporter reporter)
{
    private ImmutableHashSet<(string Promotion, string Name)> _unseen = [.. promotions.SelectMany(promotion => promotion.Value.Select(column => (promotion.Key, column.Text)))];

    public void Saved(SaveRequest request, bool completes)
    {
        if (!_unseen.IsEmpty)
        {
            ImmutableInterlocked.Update(ref _unseen, static (unseen, seen) => unseen.Except(seen.Promoted.Concat(seen.InitialPromoted).Select(value => (value.Promotion, value.Name))), request);
            if (completes)
            {
                foreach ((string promotion, string name) in Interlocked.Exchange(ref _unseen, []))
                {
                    reporter.PromotedNameUnseen(promotion, name);
                }
            }
        }
    }
}
