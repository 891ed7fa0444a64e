using Workflow.Perf.Budgets;
using Workflow.Perf.Commands;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Tests.Budgets;

public sealed class BudgetTests
{
    private static readonly RatioBudget Child = new("child", Reference.Twin, Ratio: 10, Bytes: 0);

    [Fact]
    public void Read_TheFileOfTheRepository_HasBudgetsForRowsThatExist() => Assert.NotEmpty(BudgetFile.Read(BudgetFile.Default));

    [Fact]
    public void Parse_ABudget_HasAllItsParts() => Assert.Equal(
        [new RatioBudget("child", Reference.Calibration, 2.5, 80), new RatioBudget("foreach", Reference.Twin, 9)],
        BudgetFile.Parse(
            """{ "rows": [ { "row": "child", "against": "calibration", "ratio": 2.5, "bytes": 80 }, { "row": "foreach", "against": "twin", "ratio": 9 } ] }""",
            "f"));

    [Theory]
    [InlineData("", "no budgets")]
    [InlineData("{}", "no budgets")]
    [InlineData("""{ "rows": null }""", "no budgets")]
    [InlineData("""{ "rows": [ { "row": "child", "against": "nothing", "ratio": 1 } ] }""", "no budgets")]
    [InlineData("""{ "rows": [ { "row": "child", "against": "twin" } ] }""", "no budgets")]
    [InlineData("""{ "rows": [ { "row": "child", "against": "twin", "ratio": 1, "nanoseconds": 1 } ] }""", "no budgets")]
    [InlineData("""{ "rows": [ { "row": "no-such-row", "against": "twin", "ratio": 1 } ] }""", "'no-such-row'")]
    [InlineData("""{ "rows": [ { "row": "child", "against": "twin", "ratio": 0 } ] }""", "not positive")]
    [InlineData("""{ "rows": [ { "row": "child", "against": "twin", "ratio": 1, "bytes": -1 } ] }""", "not positive")]
    [InlineData("""{ "rows": [ { "row": "child", "against": "twin", "ratio": 1 }, { "row": "child", "against": "twin", "ratio": 1 } ] }""", "two budgets")]
    public void Parse_InvalidFile_IsRefused(string text, string reason)
    {
        string message = Assert.Throws<UsageException>(() => BudgetFile.Parse(text, "budgets.json")).Message;

        Assert.Contains(reason, message, StringComparison.Ordinal);
        Assert.Contains("'budgets.json'", message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_AFileThatDoesNotExist_IsRefused() => Assert.Throws<UsageException>(static () => BudgetFile.Read("no-such-file.json"));

    [Theory]
    [InlineData(10, 9, 11, 0, "met")]
    [InlineData(11.9, 10.5, 12.5, 0, "met")]
    [InlineData(12.1, 11, 13, 0, "EXCEEDED (time)")]
    [InlineData(9, 8, 10, 0.2, "EXCEEDED (bytes)")]
    [InlineData(20, 19, 21, 24, "EXCEEDED (time, bytes)")]
    public void Verdict_RatioBeyondBudgetAndSpread_IsExceeded(double median, double lower, double upper, double bytes, string verdict)
    {
        BudgetResult result = new(Child, new Spread(median, lower, upper, 15, 0), bytes);

        Assert.Equal(verdict, result.Verdict);
        Assert.Equal(verdict != "met", result.IsExceeded);
    }

    [Fact]
    public void Verdict_NoLimitOfBytes_AllowsAny() => Assert.False(new BudgetResult(Child with { Bytes = null }, new Spread(1, 1, 1, 15, 0), 1e9).IsExceeded);

    [Fact]
    public void Run_AnEngineWithoutOptimization_IsRefused()
    {
        // A Release build of the tests runs an optimized engine, which the command accepts.
        if (!Machine.IsOptimized)
        {
            Assert.Contains(
                "-c Release",
                Assert.Throws<UsageException>(static () => CheckCommand.Run(CheckOptions.Parse([]))).Message,
                StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Run_ATextOfNoRow_IsRefused() => Assert.Throws<UsageException>(static () => CheckCommand.Run(CheckOptions.Parse(["--only", "no-such-row"])));
}
