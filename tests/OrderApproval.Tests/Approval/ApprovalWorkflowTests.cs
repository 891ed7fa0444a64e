using OrderApproval.Approval;
using OrderApproval.Credit;
using OrderApproval.Orders;
using OrderApproval.Tests.Credit;
using static OrderApproval.Tests.SampleOrders;

namespace OrderApproval.Tests.Approval;

public sealed class ApprovalWorkflowTests
{
    [Fact]
    public async Task Workflow_OfAnOrderWithinTheLimits_Approves()
    {
        DecidedOrder decided = await DecideAsync(Valid, StubCreditService.Generous);

        Assert.Equal(new Decision(Outcome.Approved, "rating A, up to 25,000.00"), decided.Decision);
        Assert.Equal(119m, decided.Quote!.Total);
    }

    [Fact]
    public async Task Workflow_OfAnInvalidOrder_RejectsItUnpricedAndAsksNobody()
    {
        StubCreditService uncalled = new((_, _) => throw new InvalidOperationException("The credit service is not to be asked."));
        DecidedOrder decided = await DecideAsync(Of(Line(0, 1m, "A"), Line(1, -1m, "B")), uncalled);

        Assert.Equal(Outcome.Rejected, decided.Decision.Outcome);
        Assert.Equal("A: quantity 0 is not 1 to 10000; B: price -1.00 is not above 0 and up to 1000000", decided.Decision.Reason);
        Assert.Null(decided.Quote);
    }

    [Theory]
    [InlineData(Rating.A, 21_400, "24,956.68: Approved")]
    [InlineData(Rating.A, 21_500, "25,073.30: Referred")]
    [InlineData(Rating.B, 8_400, "9,996.00: Approved")]
    [InlineData(Rating.B, 8_404, "10,000.76: Referred")]
    [InlineData(Rating.C, 840, "999.60: Approved")]
    [InlineData(Rating.C, 841, "1,000.79: Referred")]
    internal async Task Workflow_OfALargeOrder_RefersItAsTheRatingSays(Rating rating, int price, string expected)
    {
        DecidedOrder decided = await DecideAsync(Of(Line(1, price)), new StubCreditService(new CreditAccount(rating, 1_000_000m, 0m)));
        Assert.Equal(expected, FormattableString.Invariant($"{decided.Quote!.Total:N2}: {decided.Decision.Outcome}"));
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
    public async Task Workflow_WithControlledItems_RefersThemAllToExportControl()
    {
        Order order = Of(Line(1, 1m, "CR-1"), Line(1, 1m, "KB-1"), Line(1, 1m, "CR-2")) with { Country = "CH" };
        DecidedOrder decided = await DecideAsync(order, StubCreditService.Generous);
        Assert.Equal(new Decision(Outcome.Referred, "CR-1 needs an export licence for CH; CR-2 needs an export licence for CH"), decided.Decision);
    }

    [Fact]
    public async Task Workflow_WhileTheCreditServiceWorks_ScreensTheLines()
    {
        TaskCompletionSource<CreditAccount?> answer = new();
        Task<DecidedOrder> run = DecideAsync(Of(Line(1, 1m, "CR-1")) with { Country = "CH" }, new StubCreditService((_, _) => answer.Task));
        Assert.False(run.IsCompleted);

        answer.SetException(new CreditServiceException("no answer"));
        Assert.Equal(Outcome.Referred, (await run).Decision.Outcome);
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
        Task<DecidedOrder> run = new ApprovalDesk(waiting).DecideAsync(Valid, cancellation.Token);

        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
    }

    private static Task<DecidedOrder> DecideAsync(Order order, CreditService credit) => new ApprovalDesk(credit).DecideAsync(order, CancellationToken.None);
}
