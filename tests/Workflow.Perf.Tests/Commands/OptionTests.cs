using Workflow.Perf.Commands;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Tests.Commands;

public sealed class OptionTests
{
    [Fact]
    public void Parse_NoArguments_IsTheFullReport()
    {
        ReportOptions options = ReportOptions.Parse([]);

        Assert.False(options.IsQuick);
        Assert.Empty(options.Only);
        Assert.Equal(ReportOptions.DefaultFile, options.File);
        Assert.Equal(TimeSpan.FromMinutes(20), options.Limit);
        Assert.Same(Pace.Full, options.Pace);
    }

    [Fact]
    public void Parse_AllOptions_KeepsEach()
    {
        ReportOptions options = ReportOptions.Parse(
            ["--quick", "--only", "a, b", "--out", "x.md", "--compare", "y.json", "--readme", "R.md", "--minutes", "0.5"]);

        Assert.True(options.IsQuick);
        Assert.Equal(["a", "b"], options.Only);
        Assert.Equal("x.md", options.File);
        Assert.Equal("y.json", options.CompareFile);
        Assert.Equal("R.md", options.ReadmeFile);
        Assert.Equal(TimeSpan.FromSeconds(30), options.Limit);
        Assert.Same(Pace.Quick, options.Pace);
    }

    [Fact]
    public void Parse_Quick_EndsAfterTwoMinutes() => Assert.Equal(TimeSpan.FromMinutes(2), ReportOptions.Parse(["--quick"]).Limit);

    [Theory]
    [InlineData("--fast")]
    [InlineData("--only")]
    [InlineData("--minutes", "0")]
    [InlineData("--minutes", "soon")]
    public void Parse_InvalidReportOptions_AreRefused(params string[] arguments) => Assert.Throws<UsageException>(() => ReportOptions.Parse(arguments));

    [Theory]
    [InlineData("--fast", "1")]
    [InlineData("--only")]
    [InlineData("--batches", "2")]
    public void Parse_InvalidCheckOptions_AreRefused(params string[] arguments) => Assert.Throws<UsageException>(() => CheckOptions.Parse(arguments));

    [Fact]
    public void Run_OutputIsNoMarkdown_IsRefusedBeforeMeasuring() =>
        Assert.Contains(
            "'x.txt'",
            Assert.Throws<UsageException>(static () => ReportCommand.Run(ReportOptions.Parse(["--out", "x.txt"]))).Message,
            StringComparison.Ordinal);

    [Fact]
    public void Run_ReadmeDoesNotExist_IsRefusedBeforeMeasuring() =>
        Assert.Contains(
            "'missing.md'",
            Assert.Throws<UsageException>(static () => ReportCommand.Run(ReportOptions.Parse(["--readme", "missing.md"]))).Message,
            StringComparison.Ordinal);
}
