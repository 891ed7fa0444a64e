using OrderApproval.Orders;
using Workflow;

namespace OrderApproval.Pricing;

/// <summary>Prices a valid order: volume discount for each line, a further one for large orders, then tax.</summary>
internal sealed class PriceOrder : CodeActivity<Quote>
{
    private const decimal LargeOrder = 10_000m;
    private const decimal LargeOrderDiscount = 0.02m;

    [RequiredArgument]
    public InArgument<Order> Order { get; set; } = null!;

    protected override Quote Execute(CodeActivityContext context)
    {
        Order order = Order.Get(context);
        decimal goods = order.Lines.Sum(line => line.Quantity * line.UnitPrice);
        decimal discount = order.Lines.Sum(line => line.Quantity * line.UnitPrice * VolumeDiscount(line.Quantity));
        if (goods - discount >= LargeOrder)
        {
            discount += (goods - discount) * LargeOrderDiscount;
        }

        decimal net = Cents(goods) - Cents(discount);
        return new Quote(Cents(goods), Cents(discount), Cents(net * Tax.RateOf(order.Country)));
    }

    private static decimal VolumeDiscount(int quantity) => quantity switch
    {
        >= 100 => 0.12m,
        >= 50 => 0.08m,
        >= 10 => 0.05m,
        _ => 0m,
    };

    private static decimal Cents(decimal amount) => Math.Round(amount, 2, MidpointRounding.AwayFromZero);
}
