namespace OrderApproval.Tests;

/// <summary>Tests of the program with input from a terminal.</summary>
public sealed class TerminalTests : IDisposable
{
    private readonly CommandFixture _program = new();
    private readonly TemporaryFile _orders = new(OrderLines.Small("SO-1"), OrderLines.Large("SO-2"), OrderLines.Large("SO-3"));

    public void Dispose()
    {
        _program.Dispose();
        _orders.Dispose();
    }

    [Fact]
    public async Task Prompt_AtStart_ListsWaitingOrdersAndCommands()
    {
        string said = await TypeAsync("quit");
        Assert.Contains("2 orders wait for a decision:", said, StringComparison.Ordinal);
        Assert.Contains("approve ORDER [REASON]", said, StringComparison.Ordinal);
        Assert.Contains($"> {Environment.NewLine}2 orders wait", said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("approve SO-2", "SO-2: Approved (finance decided)")]
    [InlineData("  approve   SO-2   as   agreed  ", "SO-2: Approved (finance: as   agreed)")]
    [InlineData("reject SO-2 too much", "SO-2: Rejected (finance: too much)")]
    [InlineData("approve SO-1", "Refused: order 'SO-1' does not wait: it is Approved (rating A, up to 25,000.00).")]
    [InlineData("approve SO-9", "Refused: order 'SO-9' is not known.")]
    [InlineData("approve so-2", "SO-2: Approved (finance decided)")]
    [InlineData("why so-1", "'ApprovalWorkflow' ends with Approved (rating A, up to 25,000.00)")]
    [InlineData("why SO-9", "There is no order 'SO-9'.")]
    [InlineData("why \u001b[2J", "There is no order '?[2J'.")]
    [InlineData("why SO-1", "'ApprovalWorkflow' ends with Approved (rating A, up to 25,000.00)")]
    [InlineData("list", "2 orders wait for a decision:")]
    [InlineData("approve", "approve ORDER [REASON]")]
    [InlineData("why", "approve ORDER [REASON]")]
    [InlineData("why SO-1 SO-2", "approve ORDER [REASON]")]
    [InlineData("help", "approve ORDER [REASON]")]
    [InlineData("yes", "approve ORDER [REASON]")]
    public async Task Prompt_OfALine_AnswersIt(string line, string expected)
    {
        string said = await TypeAsync(line, "quit");
        string answer = said.Split("> ")[1];
        Assert.Contains(expected, answer, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Prompt_AfterADecision_RefusesASecondAndListsTheRest()
    {
        string[] answers = (await TypeAsync("approve SO-2 paid", "reject SO-2", "list", "", "why SO-2", "approve SO-3", "list")).Split("> ");
        Assert.StartsWith("Refused: order 'SO-2' does not wait: it is Approved (finance: paid).", answers[2], StringComparison.Ordinal);
        Assert.Contains("1 order waits", answers[3], StringComparison.Ordinal);
        Assert.Equal("", answers[4]);
        Assert.Contains("is resumed with Approved (paid)", answers[5], StringComparison.Ordinal);
        Assert.StartsWith("No order waits.", answers[7], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Prompt_AtTheEndOfTheInput_Ends() => Assert.Contains("2 orders wait", await TypeAsync(), StringComparison.Ordinal);

    [Fact]
    public async Task Prompt_Canceled_EndsAndListsWaitingOrders()
    {
        using CancellationTokenSource interrupt = new();
        using InterruptedReader reader = new(interrupt);
        int exitCode = await _program.RunAsync(["--orders", _orders.Path], input: reader, cancellationToken: interrupt.Token);

        Assert.Equal((130, "Canceled." + Environment.NewLine), (exitCode, _program.Error));
        Assert.EndsWith(
            $"They are kept in '{_program.Store.File}'. Run the program again to decide them.{Environment.NewLine}", _program.Output, StringComparison.Ordinal);
    }

    /// <summary>Runs the program with these lines as its terminal input, and returns its output.</summary>
    private async Task<string> TypeAsync(params string[] lines)
    {
        using StringReader input = new(string.Join('\n', lines));
        int exitCode = await _program.RunAsync(["--orders", _orders.Path], input: input);

        Assert.Equal((0, ""), (exitCode, _program.Error));
        return _program.Output;
    }

    /// <summary>A terminal at which the user presses Ctrl+C during the read of a line. The program must ignore the line.</summary>
    private sealed class InterruptedReader(CancellationTokenSource interrupt) : TextReader
    {
        public override string? ReadLine()
        {
            interrupt.Cancel();
            return "approve SO-2";
        }
    }
}
