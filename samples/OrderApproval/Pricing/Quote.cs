namespace OrderApproval.Pricing;

/// <summary>What an order costs, in euros, each amount rounded to cents.</summary>
internal sealed record Quote(decimal Goods, decimal Discount, decimal Tax)
{
    public decimal Total => Goods - Discount + Tax;
}
