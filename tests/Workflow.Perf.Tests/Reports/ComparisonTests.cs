using Workflow.Perf.Commands;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;

namespace Workflow.Perf.Tests.Reports;

public sealed class ComparisonTests
{
    private static readonly Machine Machine = new("a processor", 2, "a system", "a runtime", "a collector", "an engine", "0.10", "2026-01-01 00:00 UTC");

    [Theory]
    [InlineData(100, 96, 104, 109, 105, 112, true)]
    [InlineData(100, 96, 104, 107, 105, 112, false)]
    [InlineData(100, 99, 101, 90, 80, 100, false)]
    [InlineData(100, 99, 101, 90, 89, 91, true)]
    public void Changes_MediansFurtherApartThanTheQuartiles_AreReported(
        double before, double lower, double upper, double after, double lowerAfter, double upperAfter, bool isChange)
    {
        Reading old = new("t/r", "ns", new Spread(before, lower, upper, 5, 0)), now = new("t/r", "ns", new Spread(after, lowerAfter, upperAfter, 5, 0));

        Assert.Equal(isChange, Comparison.Changes([old], [now]).Count == 1);
    }

    [Fact]
    public void Changes_FiguresOfOneReportOnly_AreNotCompared()
    {
        Reading old = new("t/a", "ns", Exactly(1)), now = new("t/b", "ns", Exactly(2)), otherUnit = new("t/a", "B", Exactly(3));

        Assert.Empty(Comparison.Changes([old], [now, otherUnit]));
    }

    [Fact]
    public void Changes_BytesThatVaryWithinTheTolerance_AreNone() =>
        Assert.Empty(Comparison.Changes([new Reading("t/a/bytes", "B", Exactly(80))], [new Reading("t/a/bytes", "B", Exactly(80.04))]));

    [Fact]
    public void Render_ReportsThatDiffer_ListsTheChangesTheLargestFirst()
    {
        string text = Comparison.Render(
            "old.json",
            new ReportData(Machine, IsQuick: false, [new("t/a", "ns", Exactly(100)), new("t/b", "ns", Exactly(100)), new("t/c", "ns", Exactly(1))]),
            new ReportData(Machine, IsQuick: false, [new("t/a", "ns", Exactly(110)), new("t/b", "ns", Exactly(50)), new("t/c", "ns", Exactly(1))]));

        Assert.Contains("2 of 3 figures changed", text, StringComparison.Ordinal);
        Assert.True(text.IndexOf("t/b", StringComparison.Ordinal) < text.IndexOf("t/a", StringComparison.Ordinal));
        Assert.Contains("-50 %", text, StringComparison.Ordinal);
        Assert.Contains("+10 %", text, StringComparison.Ordinal);
        Assert.DoesNotContain("not taken in the same way", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Render_QuickReportAgainstAFullOne_HasAWarning() => Assert.Contains(
        "not taken in the same way",
        Comparison.Render("old.json", new ReportData(Machine, IsQuick: true, []), new ReportData(Machine, IsQuick: false, [])),
        StringComparison.Ordinal);

    [Fact]
    public void Read_WhatWasWritten_IsTheSame()
    {
        ReportData data = new(Machine, IsQuick: true, [new("t/a", "ns", new Spread(1.5, 1, 2, 5, 1)), new("t/b", "B", Exactly(double.NaN))]);
        string file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, data.ToJson());
            ReportData read = ReportData.Read(file);

            Assert.Equal(data.Machine, read.Machine);
            Assert.Equal(data.IsQuick, read.IsQuick);
            Assert.Equal(data.Readings, read.Readings);
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("{}")]
    [InlineData("[1]")]
    [InlineData("{\"machine\":null,\"isQuick\":false,\"readings\":[]}")]
    public void Read_AFileThatIsNoReport_IsRefused(string content)
    {
        string file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, content);

            Assert.Contains(
                $"'{file}' cannot be read as a report",
                Assert.Throws<UsageException>(() => ReportData.Read(file)).Message,
                StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static Spread Exactly(double value) => Spread.Of([value]);
}
