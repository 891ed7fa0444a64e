namespace OrderApproval.Tests;

/// <summary>Tests of runs of the program on the store of earlier runs.</summary>
public sealed class RestartTests : IDisposable
{
    private readonly CommandFixture _program = new();
    private readonly TemporaryFile _orders = new(OrderLines.Small("SO-1"), OrderLines.Large("SO-2"), OrderLines.Large("SO-3"));

    public void Dispose()
    {
        _program.Dispose();
        _orders.Dispose();
    }

    [Fact]
    public async Task Run_Again_StartsNoOrderASecondTime()
    {
        Assert.Equal(0, await _program.RunAsync(["--orders", _orders.Path]));
        Assert.Contains("3 orders in ", _program.Output, StringComparison.Ordinal);
        _program.Clear();

        using TemporaryFile more = new(OrderLines.Small("so-1"), OrderLines.Large("SO-2"), OrderLines.Small("SO-4"));
        Assert.Equal(0, await _program.RunAsync(["--orders", more.Path]));
        Assert.Contains("1 order in ", _program.Output, StringComparison.Ordinal);
        Assert.Contains("2 orders were in the store already.", _program.Output, StringComparison.Ordinal);
        Assert.Contains("2 orders wait for a decision:", _program.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_DecisionsOnEarlierOrders_CarriesThemOut()
    {
        await _program.RunAsync(["--orders", _orders.Path]);
        using TemporaryFile nothing = new();
        using TemporaryFile decisions = new("""{"order":"SO-2","decision":"reject"}""");
        Assert.Equal(0, await _program.RunAsync(["--orders", nothing.Path, "--decisions", decisions.Path]));
        Assert.Contains("SO-2: Rejected (finance decided)", _program.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Waiting_OfAStore_PrintsWaitingOrdersOnly()
    {
        await _program.RunAsync(["--orders", _orders.Path]);
        _program.Clear();
        using TemporaryFile more = new(OrderLines.Large("SO-4"));
        Assert.Equal(0, await _program.RunAsync(["--orders", more.Path, "--waiting"]));
        Assert.Equal(
            """

            2 orders wait for a decision:
            Order      Total  Waits for  Since (UTC)          Reason
            SO-2   34,986.00  finance    2025-03-04 09:15:02  over 25,000.00 for rating A
            SO-3   34,986.00  finance    2025-03-04 09:15:02  over 25,000.00 for rating A

            """,
            _program.Output,
            ignoreLineEndingDifferences: true);
    }

    [Fact]
    public async Task Waiting_WithoutAStore_ReportsErrorAndCreatesNone()
    {
        Assert.Equal(1, await _program.RunAsync(["--waiting"]));
        Assert.StartsWith(
            $"There is no store '{_program.Store.File}' yet; run the program without '--waiting' first.", _program.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_program.Store.File));
    }

    [Fact]
    public async Task Why_OrderOfAnEarlierRun_PrintsItsStoredState()
    {
        await _program.RunAsync(["--orders", _orders.Path]);
        _program.Clear();
        using TemporaryFile nothing = new();
        Assert.Equal(0, await _program.RunAsync(["--orders", nothing.Path, "--why", "so-3"]));
        string answer = _program.Output[_program.Output.IndexOf("Order SO-3 in ", StringComparison.Ordinal)..];
        Assert.Contains("Referred (finance: over 25,000.00 for rating A)", answer, StringComparison.Ordinal);
        Assert.Contains("[decision on SO-3: Ask finance]", answer, StringComparison.Ordinal);
        Assert.Contains("there is no trail", answer, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_FileIsNoStore_ReportsError()
    {
        await File.WriteAllTextAsync(_program.Store.File, "This is a text, and it is long enough for the header of a database file.");
        Assert.Equal(3, await _program.RunAsync(["--orders", _orders.Path]));
        Assert.Equal(
            $"The SQLite database '{_program.Store.File}' is not an SQLite database, or is encrypted; check the file name.{Environment.NewLine}",
            _program.Error);
    }
}
