namespace OrderApproval.Tests;

/// <summary>Tests of the program with '--decisions'.</summary>
public sealed class DecisionsOptionTests : IDisposable
{
    private readonly CommandFixture _program = new();

    private string Output => _program.Output;

    public void Dispose() => _program.Dispose();

    [Fact]
    public async Task Decisions_OnAllWaitingOrders_LeaveNoneWaiting()
    {
        int exitCode = await RunAsync(
            """{"order":"SO-2","decision":"reject","reason":"too much"}""", "", """{"order":"SO-3","decision":"approve"}""");

        Assert.Equal((0, ""), (exitCode, _program.Error));
        Assert.EndsWith(
            $"SO-2: Rejected (finance: too much){Environment.NewLine}SO-3: Approved (finance decided){Environment.NewLine}", Output, StringComparison.Ordinal);
        Assert.DoesNotContain(" for a decision:", Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Decisions_AboutSome_ListTheOthersAtTheEnd()
    {
        Assert.Equal(0, await RunAsync("""{"order":"SO-3","decision":"approve"}"""));
        Assert.EndsWith(
            $"""
            SO-3: Approved (finance decided)

            1 order waits for a decision:
            Order      Total  Waits for  Since (UTC)          Reason
            SO-2   34,986.00  finance    2025-03-04 09:15:02  over 25,000.00 for rating A
            They are kept in '{_program.Store.File}'. Run the program again to decide them.

            """,
            Output,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Decisions_SomeInvalid_RefusesOnlyThose()
    {
        int exitCode = await RunAsync(
            "approve SO-2",
            """{"order":"SO-4","decision":"approve"}""",
            """{"order":"SO-1","decision":"reject"}""",
            """{"order":"SO-2","decision":"approve"}""",
            """{"order":"SO-2","decision":"reject"}""",
            """{"order":"SO-3","decision":"reject"}""");

        Assert.Equal(2, exitCode);
        string[] errors = _program.Error.Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(4, errors.Length);
        Assert.Matches(@"^.*\.jsonl, line 1 is rejected: it is no JSON", errors[0]);
        Assert.EndsWith(".jsonl, line 5 is rejected: order 'SO-2' is already on line 4.", errors[1], StringComparison.Ordinal);
        Assert.EndsWith(".jsonl, line 2 is rejected: order 'SO-4' is not known.", errors[2], StringComparison.Ordinal);
        Assert.EndsWith(
            ".jsonl, line 3 is rejected: order 'SO-1' does not wait: it is Approved (rating A, up to 25,000.00).", errors[3], StringComparison.Ordinal);
        Assert.Contains("SO-2: Approved", Output, StringComparison.Ordinal);
        Assert.Contains("SO-3: Rejected", Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Decisions_OfAnEmptyFile_DecideNothing()
    {
        Assert.Equal(0, await RunAsync());
        Assert.Contains("2 orders wait for a decision:", Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Decisions_WithATerminal_AreTakenFromTheFile()
    {
        using StringReader unread = new("approve SO-2");
        using TemporaryFile orders = new(OrderLines.Large("SO-2"));
        using TemporaryFile decisions = new("""{"order":"SO-2","decision":"reject"}""");
        await _program.RunAsync(["--orders", orders.Path, "--decisions", decisions.Path], input: unread);

        Assert.Contains("SO-2: Rejected", Output, StringComparison.Ordinal);
        Assert.Equal("approve SO-2", await unread.ReadLineAsync());
    }

    [Fact]
    public async Task Decisions_InAnotherCase_FindTheirOrders()
    {
        Assert.Equal(2, await RunAsync(["--why", "so-2"], """{"order":"so-2","decision":"approve"}""", """{"order":"SO-2","decision":"reject"}"""));
        Assert.Contains("SO-2: Approved", Output, StringComparison.Ordinal);
        Assert.Contains("line 2 is rejected: order 'SO-2' is already on line 1.", _program.Error, StringComparison.Ordinal);
        Assert.Contains("the workflow is complete", Output[Output.IndexOf("The trail of order SO-2:", StringComparison.Ordinal)..], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Decisions_WithWhy_PrintTheWholeTrail()
    {
        await RunAsync(["--why", "SO-2"], """{"order":"SO-2","decision":"approve","reason":"paid"}""");
        string trail = Output[Output.IndexOf("The trail of order SO-2:", StringComparison.Ordinal)..];
        Assert.Contains("'decision on SO-2' is resumed with Approved (paid)", trail, StringComparison.Ordinal);
        Assert.Contains("the workflow is complete", trail, StringComparison.Ordinal);
    }

    private Task<int> RunAsync(params string[] decisions) => RunAsync([], decisions);

    private async Task<int> RunAsync(string[] options, params string[] decisions)
    {
        using TemporaryFile orders = new(OrderLines.Small("SO-1"), OrderLines.Large("SO-2"), OrderLines.Large("SO-3"));
        using TemporaryFile file = new(decisions);
        return await _program.RunAsync(["--orders", orders.Path, "--decisions", file.Path, .. options]);
    }
}
