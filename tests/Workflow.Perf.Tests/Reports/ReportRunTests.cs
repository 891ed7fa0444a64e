using System.Xml.Linq;
using Workflow.Perf.Commands;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;

namespace Workflow.Perf.Tests.Reports;

public sealed class ReportRunTests : IDisposable
{
    private static readonly TimeSpan Long = TimeSpan.FromHours(1);

    private readonly string _folder = Directory.CreateTempSubdirectory("workflow-perf-tests-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Run_StepsThatFailOrAreSkipped_MeasuresTheOthers()
    {
        List<string> ran = [];
        FixedSection section = new(
            new ReportStep("fails", 1, static () => throw new InvalidOperationException("It is broken.")),
            new ReportStep("is skipped", 1, static () => throw new SkippedException("There is no server.")),
            new ReportStep("runs", 1, () => ran.Add("runs")));

        Report report = Run(section, Long, out string progress);

        Assert.Equal(["runs"], ran);
        Assert.Equal([true, false, false], report.Outcomes.Select(static outcome => outcome.IsFailure));
        Assert.Contains("failed: InvalidOperationException: It is broken.", progress, StringComparison.Ordinal);
        Assert.Contains("not measured: There is no server.", progress, StringComparison.Ordinal);
        string text = MarkdownText.Render(report, "charts", comparison: null);
        Assert.Contains("FAILED: fails. InvalidOperationException: It is broken.", text, StringComparison.Ordinal);
        Assert.Contains("Not measured: is skipped. There is no server.", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Run_AfterTheLimit_BeginsNoStep()
    {
        FixedSection section = new(new ReportStep("late", 1, static () => throw new InvalidOperationException("It must not run.")));

        Report report = Run(section, TimeSpan.Zero, out _);

        StepOutcome outcome = Assert.Single(report.Outcomes);
        Assert.False(outcome.IsFailure);
        Assert.Contains("limit", outcome.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Run_Steps_PrintsProgressAndRemainingTime()
    {
        FixedSection section = new(new ReportStep("first", 30, static () => { }), new ReportStep("second", 570, static () => { }));

        Run(section, Long, out string progress);

        Assert.Contains("[  1/2] fixed: first (about 10 min left)", progress, StringComparison.Ordinal);
        Assert.Contains("[  2/2] fixed: second (about 3 min left)", progress, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_AnyReport_WritesTextDataAndCharts()
    {
        string file = Path.Combine(_folder, "results", "report.md");
        Report report = Run(new FixedSection(), Long, out _);

        ReportFiles.Write(report, file, comparedWith: null);
        ReportFiles.Write(report, file, ReportFiles.DataFileOf(file));

        string text = File.ReadAllText(file);
        Assert.Contains("![A chart](charts/fixed.svg)", text, StringComparison.Ordinal);
        Assert.Contains("- Processor: ", text, StringComparison.Ordinal);
        Assert.Contains("0 of 1 figures changed", text, StringComparison.Ordinal);
        XDocument.Load(Path.Combine(_folder, "results", "charts", "fixed.svg"));
        Assert.Equal("fixed/a", Assert.Single(ReportData.Read(ReportFiles.DataFileOf(file)).Readings).Key);
    }

    [Fact]
    public void WriteReadme_MarkerLines_ReplacesTheTextBetweenThem()
    {
        string file = Path.Combine(_folder, "perf", "report.md"), readme = Path.Combine(_folder, "README.md");
        Directory.CreateDirectory(Path.Combine(_folder, "perf"));
        File.WriteAllText(readme, $"before\n{ReadmeSection.Begin}\nold\n{ReadmeSection.End}\nafter\n");
        Report report = Run(new FixedSection(), Long, out _);

        ReportFiles.WriteReadme(report, file, readme);
        string once = File.ReadAllText(readme);
        ReportFiles.WriteReadme(report, file, readme);

        Assert.Equal(once, File.ReadAllText(readme));
        Assert.StartsWith("before\n", once, StringComparison.Ordinal);
        Assert.EndsWith("after\n", once, StringComparison.Ordinal);
        Assert.DoesNotContain("old", once, StringComparison.Ordinal);
        Assert.Contains("![A chart](perf/charts/fixed.svg)", once, StringComparison.Ordinal);
        Assert.Contains("(perf/report.md)", once, StringComparison.Ordinal);
        Assert.Contains("headline", once, StringComparison.Ordinal);
    }

    [Fact]
    public void WriteReadme_NoMarkerLines_ThrowsWithAdvice()
    {
        string readme = Path.Combine(_folder, "README.md");
        File.WriteAllText(readme, "text");

        UsageException refused = Assert.Throws<UsageException>(
            () => ReportFiles.WriteReadme(Run(new FixedSection(), Long, out _), Path.Combine(_folder, "report.md"), readme));

        Assert.Contains(ReadmeSection.Begin, refused.Message, StringComparison.Ordinal);
        Assert.Equal("text", File.ReadAllText(readme));
    }

    private static Report Run(ReportSection section, TimeSpan limit, out string progress)
    {
        using StringWriter output = new() { NewLine = "\n" };
        Report report = new ReportRun([section], new ReportScope(Pace.Quick, isQuick: true), limit, output).Run();
        progress = output.ToString();
        return report;
    }

    private sealed class FixedSection(params ReportStep[] steps) : ReportSection("fixed", "A fixed table", "It never differs.")
    {
        public override IEnumerable<ReportStep> Steps(ReportScope scope) => steps;

        public override SectionContent Render(ReportScope scope) => new(
            "| table |\n",
            [new BarChart("fixed", "A chart", "ns", ["a"], [new BarSeries("ours", Colors.Ours, [1])])],
            [new Reading("fixed/a", "ns", Spread.Of([1]))])
        {
            Headline = "| headline |\n",
        };
    }
}
