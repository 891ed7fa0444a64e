using LegacyOrders.Wf3.Workflows;
using Workflow.Interop.Legacy.Activities;

namespace LegacyOrders.Tests;

/// <summary>The state machine, with the persistence service of the application.</summary>
public sealed class OrderWorkflowTests : IDisposable
{
    private readonly RunningOrders _orders = new();

    public void Dispose() => _orders.Dispose();

    [Fact]
    public void Order_PaidAndDelivered_Completes()
    {
        Guid id = Start();
        Assert.Equal(["IOrderDesk.Cancelled", "IOrderDesk.Paid", "Notes", "SetStateQueue"], _orders.Runtime.WaitsFor(id));
        Pay(id, 620m);
        Assert.Equal("InTransit", _orders.Runtime.StateOf(id));
        Assert.Contains("ICourier.Arrived", _orders.Runtime.WaitsFor(id));
        _orders.Runtime.Desk.Deliver(id, "P-SO-7");
        _orders.Runtime.Run(id);
        Assert.Equal(["paid 620.00", "left WaitingForPayment", "arrived"], _orders.History);
        Assert.Equal(620m, _orders.Runtime.Desk.Ledger.Booked);
        Assert.Equal(0, _orders.Files);
    }

    [Fact]
    public void Order_Waits_IsSavedAndContinuesInAnotherRuntime()
    {
        Guid id = Start();
        Assert.Equal(1, _orders.Files);
        Assert.Equal(_orders.Clock.GetUtcNow().UtcDateTime.AddDays(5), _orders.Persistence!.NextTimer);
        for (int day = 0; day < 2; day++)
        {
            _orders.Restart();
            _orders.Clock.Advance(TimeSpan.FromDays(6));
            _orders.Runtime.Run(id);
        }

        _orders.Runtime.SendNote(id, "soon");
        Pay(id, 700m);
        _orders.Restart();
        Assert.Equal("InTransit", _orders.Runtime.StateOf(id));
        _orders.Runtime.Desk.Deliver(id, "P-SO-7");
        _orders.Runtime.Run(id);
        Assert.Equal(["reminder 1", "reminder 2", "note: soon", "paid 700.00", "left WaitingForPayment", "arrived"], _orders.History);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Order_StateSetFromOutside_EntersState(bool byQueue)
    {
        Guid id = Start();
        Assert.Contains("Cancelled", _orders.Runtime.StatesOf(id));
        if (byQueue)
        {
            _orders.Runtime.SendState(id, "Preparing");
        }
        else
        {
            _orders.Runtime.SetState(id, "Preparing");
        }

        Assert.Equal("InTransit", _orders.Runtime.StateOf(id));
    }

    [Fact]
    public void Parcel_OfOtherOrder_IsRefused()
    {
        Guid id = Start();
        Pay(id, 620m);
        Assert.Throws<EventDeliveryFailedException>(() => _orders.Runtime.Desk.Deliver(id, "P-SO-8"));
        Assert.Throws<EventDeliveryFailedException>(() => _orders.Runtime.Desk.Deliver(Guid.NewGuid(), "P-SO-7"));
        Assert.Equal("InTransit", _orders.Runtime.StateOf(id));
    }

    [Fact]
    public void Order_Cancelled_Ends()
    {
        Guid id = Start();
        _orders.Runtime.Desk.Cancel(id, "late");
        _orders.Runtime.Run(id);
        Assert.Equal(["cancelled: late", "left WaitingForPayment"], _orders.History);
        Assert.Contains("the order is cancelled", _orders.Output, StringComparison.Ordinal);
    }

    private Guid Start() => _orders.Runtime.Start(typeof(OrderWorkflow), Showcase.SmallOrder, 620m);

    private void Pay(Guid id, decimal amount)
    {
        _orders.Runtime.Desk.Pay(id, amount);
        _orders.Runtime.Run(id);
    }
}
