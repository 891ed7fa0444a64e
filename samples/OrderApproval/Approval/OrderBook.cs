using System.Collections.Concurrent;
using OrderApproval.Orders;

namespace OrderApproval.Approval;

/// <summary>The orders of this run of the program, and their decisions; ids are not case-sensitive. Safe from any thread.</summary>
internal sealed class OrderBook(IReadOnlyList<Order> orders)
{
    private readonly Dictionary<string, Order> _orders = orders.ToDictionary(order => order.Id, StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentDictionary<string, DecidedOrder> _decided = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>In the order of the file.</summary>
    public IReadOnlyList<Order> Orders => orders;

    /// <summary>Null when there is no such order.</summary>
    public Order? Find(string id) => _orders.GetValueOrDefault(id);

    /// <summary>Null if there is no decision about it.</summary>
    public DecidedOrder? DecisionOn(string id) => _decided.GetValueOrDefault(id);

    public void Note(DecidedOrder decided) => _decided[decided.Order.Id] = decided;
}
