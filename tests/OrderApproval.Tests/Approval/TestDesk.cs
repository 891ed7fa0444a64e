using OrderApproval.Approval;
using OrderApproval.Credit;
using OrderApproval.Orders;
using OrderApproval.Trails;
using OrderApproval.Waiting;
using Workflow.Persistence;

namespace OrderApproval.Tests.Approval;

/// <summary>A desk with a store of its own.</summary>
internal sealed class TestDesk
{
    public TestDesk(CreditService credit)
    {
        Waiting = new WaitingOrders(Store);
        Desk = new ApprovalDesk(credit, Store, TimeProvider.System, Trails);
    }

    public InMemoryInstanceStore Store { get; } = new();

    public TrailBook Trails { get; } = new(_ => true);

    public WaitingOrders Waiting { get; }

    public ApprovalDesk Desk { get; }

    /// <summary>Runs an order that the workflow decides itself.</summary>
    public async Task<DecidedOrder> DecideAsync(Order order)
    {
        DecidedOrder? decided = await Desk.RunAsync(order, CancellationToken.None);
        Assert.Empty(await Waiting.ListAsync(CancellationToken.None));
        return Assert.IsType<DecidedOrder>(decided);
    }

    /// <summary>Runs an order that a person has to decide.</summary>
    public async Task<WaitingOrder> ReferAsync(Order order)
    {
        Assert.Null(await Desk.RunAsync(order, CancellationToken.None));
        return Assert.Single(await Waiting.ListAsync(CancellationToken.None));
    }
}
