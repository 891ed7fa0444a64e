namespace OrderApproval.Pricing;

/// <summary>The price of an order, in euros, each amount rounded to cents.</summary>
internal sealed record Quote(decimal Goods, decimal Discount, decimal Tax)
{
    public decimal Total => Goods - Discount + Tax;
}
