using System;

namespace LegacyOrders.Wf3.Orders;

/// <summary>An article of an order.</summary>
[Serializable]
public class OrderLine
{
    public OrderLine()
    {
    }

    public OrderLine(string article, int quantity, decimal price)
    {
        Article = article;
        Quantity = quantity;
        Price = price;
    }

    public string Article { get; set; }

    public int Quantity { get; set; }

    public decimal Price { get; set; }
}
