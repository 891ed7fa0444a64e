using OrderApproval.Approval;
using OrderApproval.Decisions;
using OrderApproval.Orders;
using OrderApproval.Storage;
using OrderApproval.Tests.Approval;
using OrderApproval.Tests.Credit;
using OrderApproval.Trails;

namespace OrderApproval.Tests.Decisions;

public sealed class DecisionDeskTests
{
    private static readonly Order Large = SampleOrders.Of(SampleOrders.Line(1, 30_000m)) with { Id = "SO-9" };

    [Fact]
    public async Task Take_WaitingOrder_DecidesItOnce()
    {
        await using TestDesk test = await RunAsync(Large);
        DecisionDesk desk = DeskOf(test);

        DecisionAnswer answer = await desk.TakeAsync(new OrderDecision("so-9", Choice.Approve, "paid"), CancellationToken.None);
        DecisionAnswer second = await desk.TakeAsync(new OrderDecision("SO-9", Choice.Reject), CancellationToken.None);

        Assert.Equal(new Decision(Outcome.Approved, "finance: paid"), answer.Decided!.Decision);
        Assert.Equal(answer.Decided, await test.FindAsync("SO-9"));
        Assert.Equal(new DecisionAnswer(null, "order 'SO-9' does not wait: it is Approved (finance: paid)."), second);
    }

    /// <summary>A run that was killed may have carried out a decision, and the next run reads the same decisions file.</summary>
    [Fact]
    public async Task Take_OfTheSameDecisionAgain_AnswersWithTheFirst()
    {
        await using TestDesk test = await RunAsync(Large);
        DecisionDesk desk = DeskOf(test);
        await desk.TakeAsync(new OrderDecision("SO-9", Choice.Approve, "paid"), CancellationToken.None);
        DecisionAnswer again = await desk.TakeAsync(new OrderDecision("SO-9", Choice.Approve, "paid later"), CancellationToken.None);
        Assert.Equal(new Decision(Outcome.Approved, "finance: paid"), again.Decided!.Decision);
    }

    /// <summary>Both desks find the order waiting, but the store lets only one of them load the instance.</summary>
    [Fact]
    public async Task Take_OfTwoDecisionsAtOnce_CarriesOutOne()
    {
        await using TestDesk test = await RunAsync(Large);
        DecisionAnswer[] answers = await Task.WhenAll(
            DeskOf(test).TakeAsync(new OrderDecision("SO-9", Choice.Approve), CancellationToken.None),
            DeskOf(test).TakeAsync(new OrderDecision("SO-9", Choice.Reject), CancellationToken.None));
        DecisionAnswer carriedOut = Assert.Single(answers, answer => answer.Decided is not null);
        Assert.Equal(carriedOut.Decided!.Decision, (await test.FindAsync("SO-9"))!.Decision);
        Assert.StartsWith("order 'SO-9' does not wait", Assert.Single(answers, answer => answer.Decided is null).Refusal, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Take_AboutAnOrderThatTheWorkflowDecided_IsRefused()
    {
        await using TestDesk test = await RunAsync(SampleOrders.Valid);
        DecisionAnswer answer = await DeskOf(test).TakeAsync(new OrderDecision("SO-1", Choice.Approve), CancellationToken.None);
        Assert.Equal(new DecisionAnswer(null, "order 'SO-1' does not wait: it is Approved (rating A, up to 25,000.00)."), answer);
    }

    [Theory]
    [InlineData("SO-8")]
    [InlineData("SO-9\0")]
    [InlineData("'; DROP TABLE approval_entry; --")]
    public async Task Take_AboutAnUnknownOrder_IsRefused(string number)
    {
        await using TestDesk test = await RunAsync(Large);
        DecisionAnswer answer = await DeskOf(test).TakeAsync(new OrderDecision(number, Choice.Approve), CancellationToken.None);
        Assert.Equal(new DecisionAnswer(null, $"order '{number}' is not known."), answer);
    }

    private static DecisionDesk DeskOf(TestDesk test) =>
        new(new ApprovalDesk(StubCreditService.Generous, test.Store, TimeProvider.System, new TrailBook(_ => false)), test.Store.Orders, TextWriter.Null);

    private static async Task<TestDesk> RunAsync(Order order)
    {
        TestDesk test = await TestDesk.OpenAsync(StubCreditService.Generous);
        await test.Desk.RunAsync([order], CancellationToken.None);
        return test;
    }
}
