using OrderApproval.Approval;
using OrderApproval.Credit;
using OrderApproval.Orders;
using OrderApproval.Storage;
using OrderApproval.Tests.Credit;
using static OrderApproval.Tests.SampleOrders;

namespace OrderApproval.Tests.Approval;

public sealed class ApprovalWorkflowTests
{
    [Fact]
    public async Task Workflow_OfAnOrderWithinTheLimits_Approves()
    {
        StoredOrder decided = await DecideAsync(Valid, StubCreditService.Generous);

        Assert.Equal(new Decision(Outcome.Approved, "rating A, up to 25,000.00"), decided.Decision);
        Assert.Equal(119m, decided.Total);
    }

    [Fact]
    public async Task Workflow_InvalidOrder_RejectsWithoutCreditCheck()
    {
        StubCreditService uncalled = new((_, _) => throw new InvalidOperationException("The credit service is not to be asked."));
        StoredOrder decided = await DecideAsync(Of(Line(0, 1m, "A"), Line(1, -1m, "B")), uncalled);

        Assert.Equal(Outcome.Rejected, decided.Decision.Outcome);
        Assert.Equal("A: quantity 0 is not 1 to 10000; B: price -1.00 is not above 0 and up to 1000000", decided.Decision.Reason);
        Assert.Null(decided.Total);
    }

    [Theory]
    [InlineData(Rating.A, 21_400, "24,956.68")]
    [InlineData(Rating.B, 8_400, "9,996.00")]
    [InlineData(Rating.C, 840, "999.60")]
    internal async Task Workflow_TotalUpToRatingLimit_Approves(Rating rating, int price, string total)
    {
        StoredOrder decided = await DecideAsync(Of(Line(1, price)), CustomerOf(rating));
        Assert.Equal($"{total}: Approved", FormattableString.Invariant($"{decided.Total:N2}: {decided.Outcome}"));
    }

    [Theory]
    [InlineData(Rating.A, 21_500, "25,073.30: finance, over 25,000.00 for rating A")]
    [InlineData(Rating.B, 8_404, "10,000.76: finance, over 10,000.00 for rating B")]
    [InlineData(Rating.C, 841, "1,000.79: sales, over 1,000.00 for rating C")]
    internal async Task Workflow_TotalAboveRatingLimit_WaitsForApprover(Rating rating, int price, string expected)
    {
        StoredOrder referral = await ReferAsync(Of(Line(1, price)), CustomerOf(rating));
        Assert.Equal(expected, FormattableString.Invariant($"{referral.Total:N2}: {referral.Approver}, {referral.Reason}"));
    }

    [Fact]
    public async Task Workflow_OverTheCreditLimit_Rejects()
    {
        StoredOrder decided = await DecideAsync(Valid, new StubCreditService(new CreditAccount(Rating.A, 100m, 40m)));
        Assert.Equal(new Decision(Outcome.Rejected, "over the credit limit, 60.00 free"), decided.Decision);
    }

    [Fact]
    public async Task Workflow_OfAnUnknownCustomer_Rejects()
    {
        StoredOrder decided = await DecideAsync(Valid, new StubCreditService((CreditAccount?)null));
        Assert.Equal(new Decision(Outcome.Rejected, "unknown customer C-1"), decided.Decision);
    }

    [Fact]
    public async Task Workflow_CreditServiceUnreachable_Holds()
    {
        StoredOrder decided = await DecideAsync(Valid, StubCreditService.Unreachable);
        Assert.Equal(new Decision(Outcome.Held, "credit service: no answer"), decided.Decision);
    }

    [Fact]
    public async Task Workflow_UnexpectedFault_Rethrows()
    {
        StubCreditService broken = new((_, _) => throw new FormatException("Not an account."));
        FormatException fault = await Assert.ThrowsAsync<FormatException>(() => DecideAsync(Valid, broken));
        Assert.Equal("Not an account.", fault.Message);
    }

    [Fact]
    public async Task Workflow_ControlledItems_WaitsForExportControl()
    {
        Order order = Of(Line(1, 1m, "CR-1"), Line(1, 1m, "KB-1"), Line(1, 1m, "CR-2")) with { Country = "CH" };
        StoredOrder referral = await ReferAsync(order, StubCreditService.Generous);
        Assert.Equal(
            ("SO-1", "export control", "CR-1 needs an export licence for CH; CR-2 needs an export licence for CH", 3.24m),
            (referral.Number, referral.Approver, referral.Reason, referral.Total));
        Assert.Equal("[decision on SO-1: Ask export control]", referral.Bookmarks);
    }

    [Fact]
    public async Task Workflow_CreditCheckPending_ScreensTheLines()
    {
        TaskCompletionSource<CreditAccount?> answer = new();
        await using TestDesk desk = await TestDesk.OpenAsync(new StubCreditService((_, _) => answer.Task));
        Task run = desk.Desk.RunAsync(Of(Line(1, 1m, "CR-1")) with { Country = "CH" }, CancellationToken.None);
        Assert.False(run.IsCompleted);

        answer.SetException(new CreditServiceException("no answer"));
        await run;
        Assert.Equal("export control", Assert.Single(await desk.Store.Orders.ListWaitingAsync(CancellationToken.None)).Approver);
    }

    [Fact]
    public async Task Workflow_Canceled_LeavesNothingInTheStore()
    {
        using CancellationTokenSource cancellation = new();
        StubCreditService waiting = new(async (_, token) =>
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, token);
            return null;
        });
        await using TestDesk desk = await TestDesk.OpenAsync(waiting);
        Task run = desk.Desk.RunAsync(Valid, cancellation.Token);

        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        Assert.Empty(await desk.Store.Orders.ListAsync(CancellationToken.None));
    }

    private static StubCreditService CustomerOf(Rating rating) => new(new CreditAccount(rating, 1_000_000m, 0m));

    private static async Task<StoredOrder> DecideAsync(Order order, CreditService credit)
    {
        await using TestDesk desk = await TestDesk.OpenAsync(credit);
        return await desk.DecideAsync(order);
    }

    private static async Task<StoredOrder> ReferAsync(Order order, CreditService credit)
    {
        await using TestDesk desk = await TestDesk.OpenAsync(credit);
        return await desk.ReferAsync(order);
    }
}
