using System.Globalization;
using System.Text;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Table;

/// <summary>The report for people, which is committed under perf/results.</summary>
internal static class MarkdownReport
{
    private const string None = "-";

    private static readonly (Section Section, string Title)[] Sections =
    [
        (Section.Component, "Component rows of the published figures"),
        (Section.Budget, "Budget"),
        (Section.Tracking, "Tracking"),
        (Section.Database, "Stores in databases"),
        (Section.Further, "Further rows"),
    ];

    public static string Render(Machine machine, IReadOnlyList<RowResult> results, int batches)
    {
        StringBuilder text = new();
        AppendMachine(text, machine, batches);
        AppendDatabases(text, results);
        AppendDisturbances(text, results);
        foreach ((Section section, string title) in Sections)
        {
            RowResult[] members = [.. results.Where(result => result.Row.Section.HasFlag(section))];
            if (members.Length > 0)
            {
                text.Append(CultureInfo.InvariantCulture, $"\n## {title}\n\n");
                text.Append(RenderTable(members));
            }
        }

        LegacyTable.Append(text, [.. results.Where(static result => result.Row.Section == Section.Legacy)]);
        AppendSummary(text, results);
        AppendComparisons(text, results);
        AppendWorkloads(text, results);
        return text.ToString();
    }

    private static void AppendMachine(StringBuilder text, Machine machine, int batches)
    {
        text.Append("# Workflow performance\n\n");
        text.Append(CultureInfo.InvariantCulture, $"- Taken: {machine.Date}, load average at the start {machine.Load}\n");
        text.Append(CultureInfo.InvariantCulture, $"- Processor: {machine.Processor}, {machine.Cores} cores\n");
        text.Append(CultureInfo.InvariantCulture, $"- System: {machine.System}\n");
        text.Append(CultureInfo.InvariantCulture, $"- Runtime: {machine.Runtime}; garbage collector: {machine.Collector}\n");
        text.Append(CultureInfo.InvariantCulture, $"- Engine: {machine.Engine}\n");
        text.Append(CultureInfo.InvariantCulture, $"- Method: {batches} batches of about 100 ms a row after warm-up, workflow and hand-written C# in turns; ");
        text.Append("medians, with the quartiles as the spread; the ratio is the median over the batches. ");
        text.Append("WF3 and WF4: operations a second as Microsoft published them in 2010, on its server. ");
        text.Append("2010 design: that engine's maintained port on .NET 10.\n");
    }

    private static void AppendDatabases(StringBuilder text, IReadOnlyList<RowResult> results)
    {
        foreach (string database in results.Select(static result => result.Trial?.Database).OfType<string>().Distinct())
        {
            text.Append(CultureInfo.InvariantCulture, $"- Database: {database}\n");
        }
    }

    private static void AppendDisturbances(StringBuilder text, IReadOnlyList<RowResult> results)
    {
        RowResult[] disturbed = [.. results.Where(static result => result.IsDisturbed)];
        if (disturbed.Length > 0)
        {
            text.Append("- NOT QUIET: other processes took part of the machine during ");
            text.AppendJoin(", ", disturbed.Select(static result => $"`{result.Row.Id}` ({Figures.Ratio(result.OtherCores!.Value)} cores)"));
            text.Append('\n');
        }
        else if (results.Any(static result => result.OtherCores is not null))
        {
            text.Append("- Quiet: no other process took a twentieth of a core during any row\n");
        }
    }

    private static string RenderTable(IEnumerable<RowResult> results)
    {
        MarkdownTable table = new(
            "row", "op/s", "ns/op", "quartiles", "B/op", "by hand ns", "ratio", "WF3 op/s", "WF4 op/s", "2010 design", "budget", "verdict");
        foreach (RowResult result in results)
        {
            if (result.Measurement is { } measured)
            {
                table.Add(Cells(result.Row, measured));
            }
            else
            {
                table.Add(
                    result.Row.Name, None, None, None, None, None, None, None, None, None,
                    result.Row.Budget?.ToString() ?? None, result.Skipped is null ? "FAILED" : "skipped");
            }
        }

        return table.Render();
    }

    private static string[] Cells(Row row, Measurement measured)
    {
        Figure workflow = measured.Workflow;
        return
        [
            row.Name,
            Figures.Rate(workflow.Median),
            Figures.Nanoseconds(workflow.Median),
            $"{Figures.Nanoseconds(workflow.LowerQuartile)} .. {Figures.Nanoseconds(workflow.UpperQuartile)}",
            Figures.Bytes(workflow.Bytes),
            Figures.Nanoseconds(measured.ByHand.Median),
            Figures.Ratio(workflow.RatioTo(measured.ByHand)),
            row.Published is { } wf3 ? Figures.PerSecond(wf3.Wf3) : None,
            row.Published is { } wf4 ? Figures.PerSecond(wf4.Wf4) : None,
            Describe(row.Design2010),
            row.Budget?.ToString() ?? None,
            Verdict.Of(row, measured),
        ];
    }

    private static string Describe(Cost? cost) => cost switch
    {
        null => None,
        { Nanoseconds: { } nanoseconds, Bytes: { } bytes } => $"{Figures.Nanoseconds(nanoseconds)} ns, {Figures.Bytes(bytes)} B",
        { Nanoseconds: { } nanoseconds } => $"{Figures.Nanoseconds(nanoseconds)} ns",
        _ => $"{Figures.Bytes(cost.Bytes!.Value)} B",
    };

    private static void AppendSummary(StringBuilder text, IReadOnlyList<RowResult> results)
    {
        RowResult[] budgeted = [.. results.Where(static result => result.Row.Budget is not null && result.Skipped is null)];
        int met = budgeted.Count(static result => result.Measurement is { } measured && Verdict.Of(result.Row, measured) == Verdict.Met);
        text.Append(CultureInfo.InvariantCulture, $"\n{met} of {budgeted.Length} budgets met.\n");
        foreach (RowResult result in results.Where(static result => result.Failure is not null))
        {
            text.Append(CultureInfo.InvariantCulture, $"\nFAILED: {result.Row.Name}: {result.Failure}\n");
        }

        foreach (IGrouping<string?, RowResult> skipped in results.Where(static result => result.Skipped is not null).GroupBy(static result => result.Skipped))
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"\nSkipped: {string.Join(", ", skipped.Select(static result => $"`{result.Row.Id}`"))}. {skipped.Key}\n");
        }
    }

    private static void AppendComparisons(StringBuilder text, IReadOnlyList<RowResult> results)
    {
        RowResult[] compared = [.. results.Where(static result => result.Measurement?.Comparison is not null && result.Row.Section != Section.Legacy)];
        if (compared.Length == 0)
        {
            return;
        }

        MarkdownTable table = new("row", "against", "ns/op", "against ns/op", "x as fast", "by hand x as fast", "published x as fast", "budget", "verdict");
        foreach (RowResult result in compared)
        {
            Measurement measured = result.Measurement!;
            table.Add(
                result.Row.Name,
                result.Row.ComparedWith ?? None,
                Figures.Nanoseconds(measured.Workflow.Median),
                Figures.Nanoseconds(measured.Comparison!.Median),
                Figures.Ratio(measured.Speed!.Value),
                measured.SpeedByHand is { } byHand ? Figures.Ratio(byHand) : None,
                result.Row.PublishedSpeed is { } published ? Figures.Ratio(published) : None,
                result.Row.Budget?.ToString() ?? None,
                Verdict.Of(result.Row, measured));
        }

        text.Append("\n## Comparisons\n\n").Append(table.Render());
    }

    private static void AppendWorkloads(StringBuilder text, IReadOnlyList<RowResult> results)
    {
        text.Append("\n## Workloads\n\n");
        foreach (RowResult result in results)
        {
            text.Append(CultureInfo.InvariantCulture, $"- **{result.Row.Name}** (`{result.Row.Id}`): {result.Row.Workload}\n");
        }
    }
}
