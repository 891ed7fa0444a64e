using System.Globalization;
using OrderApproval.Approval;
using OrderApproval.Credit;
using OrderApproval.Orders;
using OrderApproval.Tests.Credit;
using OrderApproval.Trails;
using OrderApproval.Waiting;
using Workflow.Persistence;

namespace OrderApproval.Tests.Approval;

public sealed class ApprovalDeskTests
{
    [Fact]
    public async Task Decide_OfManyOrders_RunsSeveralAtOnceAndKeepsTheirOrder()
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

        OrderBook book = new(orders);
        await new TestDesk(counting).Desk.RunAsync(book, CancellationToken.None);

        Assert.All(orders, order => Assert.Equal(Outcome.Approved, book.DecisionOn(order.Id)!.Decision.Outcome));
        Assert.InRange(most, 2, ApprovalDesk.OrdersAtOnce);
    }

    [Theory]
    [InlineData(Outcome.Approved, "good customer", "finance: good customer")]
    [InlineData(Outcome.Rejected, "", "finance decided")]
    internal async Task Resume_OfAnOrderThatWaits_LoadsItAndGoesOn(Outcome outcome, string reason, string expected)
    {
        TestDesk desk = new(StubCreditService.Generous);
        WaitingOrder waiting = await desk.ReferAsync(Large);

        // Another desk, as it would be after a restart of the program: it has nothing but the store in common.
        ApprovalDesk restarted = new(StubCreditService.Unreachable, desk.Store, TimeProvider.System, new TrailBook(_ => false));
        DecidedOrder decided = await restarted.ResumeAsync(Large, waiting, new Decision(outcome, reason), CancellationToken.None);

        Assert.Equal(new Decision(outcome, expected), decided.Decision);
        Assert.Equal(waiting.Referral.Total, decided.Total);
        Assert.Empty(await desk.Waiting.ListAsync(CancellationToken.None));
    }

    [Fact]
    public async Task Resume_OfAnOrderThatWasDecided_FindsItNoMore()
    {
        TestDesk desk = new(StubCreditService.Generous);
        WaitingOrder waiting = await desk.ReferAsync(Large);
        await desk.Desk.ResumeAsync(Large, waiting, new Decision(Outcome.Approved, ""), CancellationToken.None);

        await Assert.ThrowsAsync<InstanceNotReadyException>(
            () => desk.Desk.ResumeAsync(Large, waiting, new Decision(Outcome.Rejected, ""), CancellationToken.None));
    }

    [Fact]
    public async Task Resume_Canceled_LeavesTheOrderWaiting()
    {
        TestDesk desk = new(StubCreditService.Generous);
        WaitingOrder waiting = await desk.ReferAsync(Large);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => desk.Desk.ResumeAsync(Large, waiting, new Decision(Outcome.Approved, ""), new CancellationToken(canceled: true)));

        await desk.Desk.ResumeAsync(Large, waiting, new Decision(Outcome.Approved, ""), CancellationToken.None);
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
