using System.Globalization;
using Microsoft.Data.Sqlite;
using OrderApproval.Approval;
using OrderApproval.Credit;
using OrderApproval.Orders;
using OrderApproval.Storage;
using OrderApproval.Tests.Credit;
using OrderApproval.Trails;
using Workflow.Persistence;

namespace OrderApproval.Tests.Approval;

public sealed class ApprovalDeskTests
{
    [Fact]
    public async Task Run_OfManyOrders_RunsSeveralAtOnceAndStoresAll()
    {
        int running = 0;
        int most = 0;
        StubCreditService counting = new(async (_, token) =>
        {
            int now = Interlocked.Increment(ref running);
            InterlockedMax(ref most, now);
            await Task.Delay(TimeSpan.FromMilliseconds(2), TimeProvider.System, token);
            Interlocked.Decrement(ref running);
            return new CreditAccount(Rating.A, 1_000m, 0m);
        });
        Order[] orders = [.. Enumerable.Range(0, 100).Select(i => SampleOrders.Valid with { Id = i.ToString(CultureInfo.InvariantCulture) })];

        await using TestDesk desk = await TestDesk.OpenAsync(counting);
        Assert.Equal(100, await desk.Desk.RunAsync(orders, CancellationToken.None));

        IReadOnlyList<StoredOrder> stored = await desk.Store.Orders.ListAsync(CancellationToken.None);
        Assert.Equal(orders.Select(order => order.Id).Order(StringComparer.Ordinal), stored.Select(order => order.Number));
        Assert.All(stored, order => Assert.Equal(Outcome.Approved, order.Outcome));
        Assert.InRange(most, 2, ApprovalDesk.OrdersAtOnce);
    }

    [Theory]
    [InlineData(Outcome.Approved, "good customer", "finance: good customer")]
    [InlineData(Outcome.Rejected, "", "finance decided")]
    internal async Task Resume_WaitingOrder_StoresTheDecision(Outcome outcome, string reason, string expected)
    {
        await using TestDesk desk = await TestDesk.OpenAsync(StubCreditService.Generous);
        StoredOrder waiting = await desk.ReferAsync(Large);

        // A second desk that shares only the store with the first, as after a restart of the program.
        ApprovalDesk restarted = new(StubCreditService.Unreachable, desk.Store, TimeProvider.System, new TrailBook(_ => false));
        await restarted.ResumeAsync(waiting, new Decision(outcome, reason), CancellationToken.None);

        StoredOrder decided = (await desk.FindAsync("SO-1"))!;
        Assert.Equal((new Decision(outcome, expected), waiting.Total, "finance"), (decided.Decision, decided.Total, decided.Approver));
        Assert.Empty(await desk.Store.Orders.ListWaitingAsync(CancellationToken.None));
    }

    [Fact]
    public async Task Resume_DecidedOrder_Throws()
    {
        await using TestDesk desk = await TestDesk.OpenAsync(StubCreditService.Generous);
        StoredOrder waiting = await desk.ReferAsync(Large);
        await desk.Desk.ResumeAsync(waiting, new Decision(Outcome.Approved, ""), CancellationToken.None);

        await Assert.ThrowsAsync<InstanceCompleteException>(() => desk.Desk.ResumeAsync(waiting, new Decision(Outcome.Rejected, ""), CancellationToken.None));
        Assert.Equal(Outcome.Approved, (await desk.FindAsync("SO-1"))!.Outcome);
    }

    [Fact]
    public async Task Resume_Canceled_LeavesTheOrderWaiting()
    {
        await using TestDesk desk = await TestDesk.OpenAsync(StubCreditService.Generous);
        StoredOrder waiting = await desk.ReferAsync(Large);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => desk.Desk.ResumeAsync(waiting, new Decision(Outcome.Approved, ""), new CancellationToken(canceled: true)));

        await desk.Desk.ResumeAsync(waiting, new Decision(Outcome.Approved, ""), CancellationToken.None);
    }

    /// <summary>Both desks find no stored order before one of them saves it, so the unique key of the table must reject the second save.</summary>
    [Fact]
    public async Task Run_OfOneOrderByTwoPrograms_StoresItOnce()
    {
        TaskCompletionSource<CreditAccount?> answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using TestDesk desk = await TestDesk.OpenAsync(new StubCreditService((_, _) => answer.Task));
        ApprovalDesk other = new(StubCreditService.Generous, desk.Store, TimeProvider.System, new TrailBook(_ => false));
        Task run = desk.Desk.RunAsync(Large, CancellationToken.None);
        await other.RunAsync(Large, CancellationToken.None);
        answer.SetResult(null);
        await run;

        Assert.Equal("over 25,000.00 for rating A", Assert.Single(await desk.Store.Orders.ListAsync(CancellationToken.None)).Reason);
        await using SqliteConnection connection = new($"Data Source={desk.File};Pooling=False");
        await connection.OpenAsync();
        await using SqliteCommand count = new("SELECT count(*) FROM workflow_instances", connection);
        Assert.Equal(1L, await count.ExecuteScalarAsync());
    }

    [Fact]
    public async Task Run_OfAnOrderWithALongReason_StoresItsBeginning()
    {
        await using TestDesk desk = await TestDesk.OpenAsync(StubCreditService.Generous);
        StoredOrder stored = await desk.DecideAsync(SampleOrders.Of([.. Enumerable.Range(0, 40).Select(i => SampleOrders.Line(0, 1m, $"KB-{i}\0"))]));
        Assert.Equal(400, stored.Reason.Length);
        Assert.StartsWith("KB-0?: quantity 0", stored.Reason, StringComparison.Ordinal);
        Assert.EndsWith("…", stored.Reason, StringComparison.Ordinal);
    }

    private static Order Large => SampleOrders.Of(SampleOrders.Line(1, 30_000m));

    private static void InterlockedMax(ref int most, int candidate)
    {
        int seen = Volatile.Read(ref most);
        while (candidate > seen)
        {
            int before = Interlocked.CompareExchange(ref most, candidate, seen);
            if (before == seen)
            {
                return;
            }

            seen = before;
        }
    }
}
