using OrderApproval.Credit;
using OrderApproval.Tests.Credit;

namespace OrderApproval.Tests;

public sealed class ApprovalCommandTests : IDisposable
{
    private readonly CommandFixture _program = new();

    private string Output => _program.Output;

    private string Error => _program.Error;

    public void Dispose() => _program.Dispose();

    [Fact]
    public async Task Run_ShippedOrders_DecidesAndListsWaitingOrders()
    {
        int exitCode = await RunAsync(["--all"], new SimulatedCreditService(TimeProvider.System));

        Assert.Equal((0, ""), (exitCode, Error));
        Assert.Contains("300 orders in ", Output, StringComparison.Ordinal);
        Assert.All(
            [
                "Approved  rating", "Referred  finance", "Referred  sales", "needs an export licence",
                "Held      credit service", "unknown customer", "over the credit limit", "quantity 0"
            ],
            sight => Assert.Contains(sight, Output, StringComparison.Ordinal));
        Assert.Contains(" orders wait for a decision:", Output, StringComparison.Ordinal);
        Assert.EndsWith(
            $"They are kept in '{_program.Store.File}'. Run the program again to decide them.{Environment.NewLine}", Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_MalformedLine_ReportsItAndDecidesTheOthers()
    {
        using TemporaryFile file = new(OrderLines.Small("SO-1"), "{oops}", OrderLines.Small("SO-2"));
        int exitCode = await RunAsync(["--orders", file.Path]);

        Assert.Equal(2, exitCode);
        Assert.StartsWith($"{file.Path}, line 2 is rejected: it is no JSON from character 2 on: ", Error, StringComparison.Ordinal);
        Assert.Contains("2 orders in ", Output, StringComparison.Ordinal);
        Assert.Contains("1 line was refused.", Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_OfAFileWithControlCharacters_PrintsNone()
    {
        using TemporaryFile file = new(OrderLines.Large("SO-\\u001b[2J"), OrderLines.Large("SO-\\u001b[2J"));
        await RunAsync(["--orders", file.Path, "--why", "SO-\u001b[2J"]);

        Assert.Contains($"{file.Path}, line 2 is rejected: order 'SO-?[2J' is already on line 1.", Error, StringComparison.Ordinal);
        Assert.Contains("The trail of order SO-?[2J:", Output, StringComparison.Ordinal);
        Assert.DoesNotContain("\u001b", Output + Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_OfBusinessRejectionsOnly_Succeeds()
    {
        using TemporaryFile file = new(OrderLines.Of("SO-1", quantity: 0, unitPrice: 1.50m));
        Assert.Equal(0, await RunAsync(["--orders", file.Path]));
        Assert.Contains("Rejected", Output, StringComparison.Ordinal);
        Assert.DoesNotContain("1 order waits", Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_OfAnEmptyFile_Succeeds()
    {
        using TemporaryFile file = new();
        Assert.Equal(0, await RunAsync(["--orders", file.Path]));
    }

    [Theory]
    [InlineData("--orders")]
    [InlineData("--orders", "")]
    [InlineData("--orders", "no such file.jsonl")]
    [InlineData("--decisions")]
    [InlineData("--decisions", "")]
    [InlineData("--decisions", "no such file.jsonl")]
    [InlineData("--why")]
    [InlineData("--why", "")]
    [InlineData("--why", "SO-0")]
    [InlineData("--nonsense")]
    [InlineData("orders.jsonl")]
    public async Task Run_WrongUsage_ReportsError(params string[] args)
    {
        Assert.Equal(1, await RunAsync(args));
        Assert.Equal("", Output);
        Assert.EndsWith("Try '--help'." + Environment.NewLine, Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_WithHelp_PrintsTheOptions()
    {
        Assert.Equal(0, await RunAsync(["--help"]));
        Assert.All(["--orders FILE", "--decisions FILE", "--why ID", "130"], option => Assert.Contains(option, Output, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Run_WithWhy_PrintsTheTrailOfThatOrder()
    {
        using TemporaryFile file = new(OrderLines.Small("SO-1"), OrderLines.Large("SO-2"));
        Assert.Equal(0, await RunAsync(["--orders", file.Path, "--why", "SO-2"]));

        string trail = Output[Output.IndexOf("The trail of order SO-2:", StringComparison.Ordinal)..];
        Assert.Contains("Time (UTC)    Record  What happened", trail, StringComparison.Ordinal);
        Assert.Contains("09:15:02.125       0  the workflow starts", trail, StringComparison.Ordinal);
        Assert.Contains("the workflow is saved and unloaded", trail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_Canceled_ReturnsExitCode130()
    {
        using CancellationTokenSource interrupt = new();
        StubCreditService interrupting = new(async (_, token) =>
        {
            await interrupt.CancelAsync();
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, token);
            return null;
        });

        Assert.Equal(130, await _program.RunAsync([], interrupting, cancellationToken: interrupt.Token));
        Assert.Equal("Canceled." + Environment.NewLine, Error);
    }

    private Task<int> RunAsync(string[] args, CreditService? credit = null) => _program.RunAsync(args, credit);
}
