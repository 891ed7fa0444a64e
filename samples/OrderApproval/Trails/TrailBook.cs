using System.Collections.Concurrent;

namespace OrderApproval.Trails;

/// <summary>The trails of those orders that somebody may ask about. Safe from any thread.</summary>
internal sealed class TrailBook(Func<string, bool> isWanted)
{
    private readonly ConcurrentDictionary<string, OrderTrail> _trails = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The trail of an order, the same each time; null when nobody wants it, so that nothing is reported.</summary>
    public OrderTrail? Of(string order) => isWanted(order) ? _trails.GetOrAdd(order, static _ => new OrderTrail()) : null;
}
