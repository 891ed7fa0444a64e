using OrderApproval.Credit;
using Workflow;

namespace OrderApproval.Tests.Credit;

public sealed class CheckCreditTests
{
    [Theory]
    [InlineData(99, CreditAnswer.Granted)]
    [InlineData(100, CreditAnswer.Granted)]
    [InlineData(101, CreditAnswer.OverLimit)]
    internal async Task CheckCredit_KnownCustomer_ComparesWithFreeCredit(int amount, CreditAnswer expected)
    {
        CreditReport report = await CheckAsync(new StubCreditService(new CreditAccount(Rating.B, 150m, 50m)), amount);
        Assert.Equal(new CreditReport(expected, Rating.B, 100m), report);
    }

    [Fact]
    public async Task CheckCredit_UnknownCustomer_AnswersUnknownCustomer()
    {
        CreditReport report = await CheckAsync(new StubCreditService((CreditAccount?)null), 1m);
        Assert.Equal(CreditAnswer.UnknownCustomer, report.Answer);
    }

    [Fact]
    public async Task CheckCredit_WhileTheServiceDoesNotAnswer_Faults() =>
        await Assert.ThrowsAsync<CreditServiceException>(() => CheckAsync(StubCreditService.Unreachable, 1m));

    [Fact]
    public async Task CheckCredit_AnswerPending_HoldsNoThread()
    {
        TaskCompletionSource<CreditAccount?> answer = new();
        Task<CreditReport> check = CheckAsync(new StubCreditService((_, _) => answer.Task), 1m);
        Assert.False(check.IsCompleted);

        answer.SetResult(new CreditAccount(Rating.A, 10m, 0m));
        Assert.Equal(CreditAnswer.Granted, (await check).Answer);
    }

    [Fact]
    public async Task CheckCredit_Canceled_CancelsTheRequest()
    {
        using CancellationTokenSource cancellation = new();
        StubCreditService waiting = new(async (_, token) =>
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, token);
            return null;
        });
        Task<CreditReport> check = CheckAsync(waiting, 1m, cancellation.Token);

        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => check);
    }

    [Fact]
    public void CheckCredit_WithoutTheService_IsRefusedBeforeItRuns()
    {
        CheckCredit activity = new() { Customer = "C-1", Amount = 1m };
        ValidationException missing = Assert.Throws<ValidationException>(() => WorkflowInvoker.Invoke(activity));
        Assert.Contains(nameof(CreditService), missing.Message, StringComparison.Ordinal);
    }

    /// <summary>Runs the activity as the root of a workflow. The arguments of a root are its inputs.</summary>
    private static async Task<CreditReport> CheckAsync(CreditService service, decimal amount, CancellationToken cancellationToken = default)
    {
        WorkflowInvoker invoker = new(new CheckCredit());
        invoker.Extensions.Add(service);
        Dictionary<string, object?> inputs = new() { ["Customer"] = "C-1", ["Amount"] = amount };
        IDictionary<string, object?> outputs = await invoker.InvokeAsync(inputs, cancellationToken);
        return (CreditReport)outputs["Result"]!;
    }
}
