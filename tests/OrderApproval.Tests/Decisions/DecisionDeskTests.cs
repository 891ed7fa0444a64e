using OrderApproval.Approval;
using OrderApproval.Decisions;
using OrderApproval.Orders;
using OrderApproval.Tests.Approval;
using OrderApproval.Tests.Credit;

namespace OrderApproval.Tests.Decisions;

public sealed class DecisionDeskTests
{
    private static readonly Order Large = SampleOrders.Of(SampleOrders.Line(1, 30_000m)) with { Id = "SO-9" };

    [Fact]
    public async Task Take_AboutAnOrderThatWaits_DecidesItAndRefusesASecond()
    {
        (DecisionDesk desk, OrderBook book) = await RunAsync(Large);

        DecisionAnswer answer = await desk.TakeAsync(new OrderDecision("SO-9", Choice.Approve, "paid"), CancellationToken.None);
        DecisionAnswer second = await desk.TakeAsync(new OrderDecision("SO-9", Choice.Reject), CancellationToken.None);

        Assert.Equal(new Decision(Outcome.Approved, "finance: paid"), answer.Decided!.Decision);
        Assert.Equal(answer.Decided, book.DecisionOn("SO-9"));
        Assert.Equal(new DecisionAnswer(null, "order 'SO-9' does not wait: it is Approved (finance: paid)."), second);
    }

    [Fact]
    public async Task Take_AboutAnOrderThatTheWorkflowDecided_IsRefused()
    {
        (DecisionDesk desk, _) = await RunAsync(SampleOrders.Valid);
        DecisionAnswer answer = await desk.TakeAsync(new OrderDecision("SO-1", Choice.Reject), CancellationToken.None);
        Assert.Equal(new DecisionAnswer(null, "order 'SO-1' does not wait: it is Approved (rating A, up to 25,000.00)."), answer);
    }

    [Fact]
    public async Task Take_AboutAnUnknownOrder_IsRefused()
    {
        (DecisionDesk desk, _) = await RunAsync(Large);
        DecisionAnswer answer = await desk.TakeAsync(new OrderDecision("SO-8", Choice.Approve), CancellationToken.None);
        Assert.Equal(new DecisionAnswer(null, "order 'SO-8' is not known."), answer);
    }

    [Fact]
    public async Task Take_AboutAnOrderThatNeverRan_IsRefused()
    {
        TestDesk test = new(StubCreditService.Generous);
        DecisionDesk desk = new(test.Desk, test.Waiting, new OrderBook([Large]));
        DecisionAnswer answer = await desk.TakeAsync(new OrderDecision("SO-9", Choice.Approve), CancellationToken.None);
        Assert.Equal(new DecisionAnswer(null, "order 'SO-9' does not wait."), answer);
    }

    private static async Task<(DecisionDesk Desk, OrderBook Book)> RunAsync(Order order)
    {
        TestDesk test = new(StubCreditService.Generous);
        OrderBook book = new([order]);
        await test.Desk.RunAsync(book, CancellationToken.None);
        return (new DecisionDesk(test.Desk, test.Waiting, book), book);
    }
}
