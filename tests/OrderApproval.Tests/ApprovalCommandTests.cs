using OrderApproval.Credit;
using OrderApproval.Tests.Credit;

namespace OrderApproval.Tests;

public sealed class ApprovalCommandTests : IDisposable
{
    private const string Good = """{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[{"sku":"A","name":"a","quantity":2,"unitPrice":1.50}]}""";

    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    public void Dispose()
    {
        _output.Dispose();
        _error.Dispose();
    }

    [Fact]
    public async Task Run_OfTheShippedOrders_DecidesThemAllAndSucceeds()
    {
        int exitCode = await RunAsync(["--all"], new SimulatedCreditService(TimeProvider.System));

        Assert.Equal((0, ""), (exitCode, _error.ToString()));
        string text = _output.ToString();
        Assert.Contains("300 orders in ", text, StringComparison.Ordinal);
        Assert.All(
            ["Approved  rating", "Referred  finance", "Referred  sales", "needs an export licence", "Held      credit service", "unknown customer", "over the credit limit", "quantity 0"],
            sight => Assert.Contains(sight, text, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Run_OfAFileWithAMalformedLine_ReportsItDecidesTheOthersAndSaysSo()
    {
        using TemporaryFile file = new(Good, "{oops}", Good.Replace("SO-1", "SO-2", StringComparison.Ordinal));
        int exitCode = await RunAsync(["--orders", file.Path], StubCreditService.Generous);

        Assert.Equal(2, exitCode);
        Assert.StartsWith("Line 2 is refused: ", _error.ToString(), StringComparison.Ordinal);
        Assert.Contains("2 orders in ", _output.ToString(), StringComparison.Ordinal);
        Assert.Contains("1 line was refused.", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_OfBusinessRejectionsOnly_Succeeds()
    {
        using TemporaryFile file = new(Good.Replace("\"quantity\":2", "\"quantity\":0", StringComparison.Ordinal));
        Assert.Equal(0, await RunAsync(["--orders", file.Path], StubCreditService.Generous));
        Assert.Contains("Rejected", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_OfAnEmptyFile_Succeeds()
    {
        using TemporaryFile file = new();
        Assert.Equal(0, await RunAsync(["--orders", file.Path], StubCreditService.Generous));
    }

    [Theory]
    [InlineData("--orders")]
    [InlineData("--orders", "")]
    [InlineData("--orders", "no such file.jsonl")]
    [InlineData("--nonsense")]
    [InlineData("orders.jsonl")]
    public async Task Run_WithWrongUsage_SaysSo(params string[] args)
    {
        Assert.Equal(1, await RunAsync(args, StubCreditService.Generous));
        Assert.Equal("", _output.ToString());
        Assert.EndsWith("Try '--help'." + Environment.NewLine, _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_WithHelp_PrintsTheOptions()
    {
        Assert.Equal(0, await RunAsync(["--help"], StubCreditService.Generous));
        Assert.Contains("--orders FILE", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_Canceled_StopsWithItsOwnExitCode()
    {
        using CancellationTokenSource interrupt = new();
        StubCreditService interrupting = new(async (_, token) =>
        {
            await interrupt.CancelAsync();
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, token);
            return null;
        });

        Assert.Equal(130, await new ApprovalCommand(_output, _error, interrupting).RunAsync([], interrupt.Token));
        Assert.Equal("Canceled." + Environment.NewLine, _error.ToString());
    }

    private Task<int> RunAsync(string[] args, CreditService credit) => new ApprovalCommand(_output, _error, credit).RunAsync(args, CancellationToken.None);
}
