using Workflow.Perf.Commands;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Sections;

namespace Workflow.Perf.Tests.Reports;

public sealed class SectionTests
{
    public static TheoryData<string> Ids => [.. AllSections.List.Select(static section => section.Id)];

    [Theory]
    [MemberData(nameof(Ids))]
    public void Render_NothingMeasured_HasATable(string id)
    {
        ReportScope scope = new(Pace.Quick, isQuick: true);
        ReportSection section = AllSections.List.Single(section => section.Id == id);

        SectionContent content = section.Render(scope);

        Assert.Empty(content.Readings);
        Assert.All(content.Charts, static chart => Assert.StartsWith("<svg", chart.Render(), StringComparison.Ordinal));
        Assert.EndsWith(".", section.Difference, StringComparison.Ordinal);
        int columns = content.Table.Split('\n')[0].Count(static character => character == '|');
        Assert.All(
            content.Table.Split('\n', StringSplitOptions.RemoveEmptyEntries),
            line => Assert.Equal(columns, line.Count(static character => character == '|')));
    }

    [Fact]
    public void Readme_OfThePerfProject_DescribesEachTableAndEachRow()
    {
        string readme = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "perf-README.md"));
        ReportScope scope = new(Pace.Quick, isQuick: false);
        IEnumerable<string> tables = AllSections.List.Where(static section => section is not PlaceholderSection).Select(static section => section.Id);
        IEnumerable<string> rows = AllSections.List.SelectMany(section => section.Rows(scope)).Select(static row => row.Id);

        Assert.Equal([], tables.Where(id => !readme.Contains($"| {id} |", StringComparison.Ordinal)));
        Assert.Equal(
            [],
            rows.Distinct().Where(id => !readme.Contains($"`{id}`", StringComparison.Ordinal)
                && !readme.Contains($"`{id.Split('-')[0]}-", StringComparison.Ordinal)));
    }

    [Fact]
    public void List_AllTables_HaveDifferentIdsAndCharts()
    {
        ReportScope scope = new(Pace.Quick, isQuick: true);
        string[] charts = [.. AllSections.List.SelectMany(section => section.Render(scope).Charts).Select(static chart => chart.FileName)];

        Assert.Equal(AllSections.List.Count, AllSections.List.Select(static section => section.Id).Distinct().Count());
        Assert.Equal(charts.Length, charts.Distinct().Count());
    }

    [Fact]
    public void List_Headline_IsThatOfOneTable() =>
        Assert.Single(AllSections.List, static section => section.Render(new ReportScope(Pace.Quick, isQuick: true)).Headline is not null);

    [Fact]
    public void Matching_UnknownText_NamesTheTables() =>
        Assert.Contains(
            "components",
            Assert.Throws<UsageException>(static () => AllSections.Matching(["components", "nonsense"])).Message,
            StringComparison.Ordinal);

    [Fact]
    public void Matching_TwoTexts_KeepsTheOrderOfTheReport() =>
        Assert.Equal(["components", "fan-out"], AllSections.Matching(["fan-out", "components"]).Select(static section => section.Id));

    [Fact]
    public void Matching_NoText_IsAllTables() => Assert.Equal(AllSections.List, AllSections.Matching([]));
}
