using System.Globalization;
using OrderApproval.Approval;
using OrderApproval.Credit;
using OrderApproval.Orders;
using OrderApproval.Tests.Credit;

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

        IReadOnlyList<DecidedOrder> decided = await new ApprovalDesk(counting).DecideAsync(orders, CancellationToken.None);

        Assert.Equal(orders, decided.Select(row => row.Order));
        Assert.All(decided, row => Assert.Equal(Outcome.Approved, row.Decision.Outcome));
        Assert.InRange(most, 2, ApprovalDesk.OrdersAtOnce);
    }

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
