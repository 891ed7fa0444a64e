using System;
using System.Collections.Generic;

namespace LegacyOrders.Wf3.Orders;

/// <summary>An order of a customer.</summary>
[Serializable]
public class Order
{
    public string Number { get; set; }

    public List<OrderLine> Lines { get; set; } = new List<OrderLine>();
}
