using OrderApproval.Lines;
using static System.FormattableString;

namespace OrderApproval.Orders;

/// <summary>The orders of a JSON Lines file, in their order, and the lines that cannot be read.</summary>
internal sealed record OrderFile(IReadOnlyList<Order> Orders, IReadOnlyList<RefusedLine> Refused)
{
    /// <summary>The maximum length of an id, which is the size of its column in the store.</summary>
    private const int LongestId = 100;

    // The serializer checks every property for null, but not the elements of a list.
    private static readonly LineReader<Order> Reader = new("order", "orders", order => order.Id, FaultOf);

    /// <exception cref="UsageException">The file cannot be read.</exception>
    public static async Task<OrderFile> ReadAsync(string path, CancellationToken cancellationToken)
    {
        LineFile<Order> file = await Reader.ReadAsync(path, cancellationToken);
        return new OrderFile([.. file.Lines.Select(line => line.Value)], file.Refused);
    }

    private static string? FaultOf(Order order)
    {
        if (order.Id.Length is 0 or > LongestId || order.Id.Contains('\0', StringComparison.Ordinal))
        {
            return Invariant($"field 'id' has {order.Id.Length} characters; use 1 to {LongestId}, without U+0000.");
        }

        int missing = order.Lines.ToList().IndexOf(null!);
        return missing < 0 ? null : Invariant($"field 'lines[{missing}]' has no value.");
    }
}
