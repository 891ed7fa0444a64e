using OrderApproval.Approval;
using OrderApproval.Credit;
using OrderApproval.Orders;
using OrderApproval.Storage;
using OrderApproval.Trails;

namespace OrderApproval.Tests.Approval;

/// <summary>An approval desk with its own temporary store.</summary>
internal sealed class TestDesk : IAsyncDisposable
{
    private readonly TemporaryStore _file;

    private TestDesk(TemporaryStore file, OrderStore store, CreditService credit)
    {
        _file = file;
        Store = store;
        Desk = new ApprovalDesk(credit, store, TimeProvider.System, Trails);
    }

    public OrderStore Store { get; }

    public string File => _file.File;

    public TrailBook Trails { get; } = new(_ => true);

    public ApprovalDesk Desk { get; }

    public static async Task<TestDesk> OpenAsync(CreditService credit)
    {
        TemporaryStore file = new();
        return new TestDesk(file, await OrderStore.OpenAsync(StoreAddress.Parse(file.File), TimeProvider.System, CancellationToken.None), credit);
    }

    /// <summary>Runs an order that the workflow decides without a person, and returns the stored order.</summary>
    public async Task<StoredOrder> DecideAsync(Order order)
    {
        await Desk.RunAsync(order, CancellationToken.None);
        StoredOrder stored = Assert.Single(await Store.Orders.ListAsync(CancellationToken.None));
        Assert.Equal((false, "Closed"), (stored.Waits, stored.Status));
        return stored;
    }

    /// <summary>Runs an order that waits for the decision of a person, and returns the stored order.</summary>
    public async Task<StoredOrder> ReferAsync(Order order)
    {
        await Desk.RunAsync(order, CancellationToken.None);
        return Assert.Single(await Store.Orders.ListWaitingAsync(CancellationToken.None));
    }

    public Task<StoredOrder?> FindAsync(string number) => Store.Orders.FindAsync(number, CancellationToken.None);

    public async ValueTask DisposeAsync()
    {
        await Store.DisposeAsync();
        _file.Dispose();
    }
}
