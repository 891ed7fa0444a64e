using OrderApproval.Approval;
using OrderApproval.Credit;
using OrderApproval.Orders;
using OrderApproval.Tests.Credit;
using OrderApproval.Waiting;
using static OrderApproval.Tests.SampleOrders;

namespace OrderApproval.Tests.Approval;

public sealed class ApprovalWorkflowTests
{
    [Fact]
    public async Task Workflow_OfAnOrderWithinTheLimits_Approves()
    {
        DecidedOrder decided = await DecideAsync(Valid, StubCreditService.Generous);

        Assert.Equal(new Decision(Outcome.Approved, "rating A, up to 25,000.00"), decided.Decision);
        Assert.Equal(119m, decided.Total);
    }

    [Fact]
    public async Task Workflow_OfAnInvalidOrder_RejectsItUnpricedAndAsksNobody()
    {
        StubCreditService uncalled = new((_, _) => throw new InvalidOperationException("The credit service is not to be asked."));
        DecidedOrder decided = await DecideAsync(Of(Line(0, 1m, "A"), Line(1, -1m, "B")), uncalled);

        Assert.Equal(Outcome.Rejected, decided.Decision.Outcome);
        Assert.Equal("A: quantity 0 is not 1 to 10000; B: price -1.00 is not above 0 and up to 1000000", decided.Decision.Reason);
        Assert.Null(decided.Total);
    }

    [Theory]
    [InlineData(Rating.A, 21_400, "24,956.68")]
    [InlineData(Rating.B, 8_400, "9,996.00")]
    [InlineData(Rating.C, 840, "999.60")]
    internal async Task Workflow_OfALargeOrderUpToTheLimitOfTheRating_Approves(Rating rating, int price, string total)
    {
        DecidedOrder decided = await DecideAsync(Of(Line(1, price)), CustomerOf(rating));
        Assert.Equal($"{total}: Approved", FormattableString.Invariant($"{decided.Total:N2}: {decided.Decision.Outcome}"));
    }

    [Theory]
    [InlineData(Rating.A, 21_500, "25,073.30: finance, over 25,000.00 for rating A")]
    [InlineData(Rating.B, 8_404, "10,000.76: finance, over 10,000.00 for rating B")]
    [InlineData(Rating.C, 841, "1,000.79: sales, over 1,000.00 for rating C")]
    internal async Task Workflow_OfAnOrderAboveTheLimitOfTheRating_WaitsForAPerson(Rating rating, int price, string expected)
    {
        Referral referral = (await new TestDesk(CustomerOf(rating)).ReferAsync(Of(Line(1, price)))).Referral;
        Assert.Equal(expected, FormattableString.Invariant($"{referral.Total:N2}: {referral.Approver}, {referral.Reason}"));
    }

    [Fact]
    public async Task Workflow_OverTheCreditLimit_Rejects()
    {
        DecidedOrder decided = await DecideAsync(Valid, new StubCreditService(new CreditAccount(Rating.A, 100m, 40m)));
        Assert.Equal(new Decision(Outcome.Rejected, "over the credit limit, 60.00 free"), decided.Decision);
    }

    [Fact]
    public async Task Workflow_OfAnUnknownCustomer_Rejects()
    {
        DecidedOrder decided = await DecideAsync(Valid, new StubCreditService((CreditAccount?)null));
        Assert.Equal(new Decision(Outcome.Rejected, "unknown customer C-1"), decided.Decision);
    }

    [Fact]
    public async Task Workflow_DuringAnOutageOfTheCreditService_CatchesTheFaultAndHolds()
    {
        DecidedOrder decided = await DecideAsync(Valid, StubCreditService.Unreachable);
        Assert.Equal(new Decision(Outcome.Held, "credit service: no answer"), decided.Decision);
    }

    [Fact]
    public async Task Workflow_AfterAFaultThatItDoesNotExpect_Rethrows()
    {
        StubCreditService broken = new((_, _) => throw new FormatException("Not an account."));
        FormatException fault = await Assert.ThrowsAsync<FormatException>(() => DecideAsync(Valid, broken));
        Assert.Equal("Not an account.", fault.Message);
    }

    [Fact]
    public async Task Workflow_WithControlledItems_AsksExportControlAboutThemAll()
    {
        Order order = Of(Line(1, 1m, "CR-1"), Line(1, 1m, "KB-1"), Line(1, 1m, "CR-2")) with { Country = "CH" };
        Referral referral = (await new TestDesk(StubCreditService.Generous).ReferAsync(order)).Referral;
        Assert.Equal(new Referral("SO-1", "export control", "CR-1 needs an export licence for CH; CR-2 needs an export licence for CH", 3.24m), referral);
    }

    [Fact]
    public async Task Workflow_WhileTheCreditServiceWorks_ScreensTheLines()
    {
        TaskCompletionSource<CreditAccount?> answer = new();
        TestDesk desk = new(new StubCreditService((_, _) => answer.Task));
        Task<DecidedOrder?> run = desk.Desk.RunAsync(Of(Line(1, 1m, "CR-1")) with { Country = "CH" }, CancellationToken.None);
        Assert.False(run.IsCompleted);

        answer.SetException(new CreditServiceException("no answer"));
        Assert.Null(await run);
        Assert.Equal("export control", Assert.Single(await desk.Waiting.ListAsync(CancellationToken.None)).Referral.Approver);
    }

    [Fact]
    public async Task Workflow_Canceled_CancelsTheCreditCheck()
    {
        using CancellationTokenSource cancellation = new();
        StubCreditService waiting = new(async (_, token) =>
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, token);
            return null;
        });
        Task<DecidedOrder?> run = new TestDesk(waiting).Desk.RunAsync(Valid, cancellation.Token);

        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
    }

    private static StubCreditService CustomerOf(Rating rating) => new(new CreditAccount(rating, 1_000_000m, 0m));

    private static Task<DecidedOrder> DecideAsync(Order order, CreditService credit) => new TestDesk(credit).DecideAsync(order);
}
