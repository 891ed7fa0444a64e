using OrderApproval.Pricing;
using Workflow;
using static System.FormattableString;

namespace OrderApproval.Orders;

/// <summary>Collects all errors of an order; an order without errors can be priced.</summary>
internal sealed class ValidateOrder : CodeActivity
{
    private const int LargestQuantity = 10_000;
    private const decimal HighestPrice = 1_000_000m;

    [RequiredArgument]
    public InArgument<Order> Order { get; set; } = null!;

    [RequiredArgument]
    public OutArgument<IReadOnlyList<string>> Problems { get; set; } = null!;

    protected override void Execute(CodeActivityContext context) => Problems.Set(context, ProblemsOf(Order.Get(context)).ToArray());

    private static IEnumerable<string> ProblemsOf(Order order)
    {
        if (!Tax.Knows(order.Country))
        {
            yield return $"no deliveries to '{order.Country}'";
        }

        if (order.Lines.Count == 0)
        {
            yield return "no items";
        }

        foreach (OrderLine line in order.Lines)
        {
            if (line.Quantity is < 1 or > LargestQuantity)
            {
                yield return Invariant($"{line.Sku}: quantity {line.Quantity} is not 1 to {LargestQuantity}");
            }

            if (line.UnitPrice is <= 0 or > HighestPrice)
            {
                yield return Invariant($"{line.Sku}: price {line.UnitPrice:0.00} is not above 0 and up to {HighestPrice:0}");
            }
        }
    }
}
