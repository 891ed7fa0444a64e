using Workflow.Perf.Measuring;
using Workflow.Perf.Rows;
using Workflow.Perf.Table;

namespace Workflow.Perf.Commands;

/// <summary>Prepares, trains, measures and reports single rows.</summary>
internal static class TableCommand
{
    public static int Run(TableOptions options)
    {
        Machine machine = Machine.Read();
        Pace pace = Pace.Thorough(options.Batches);
        IReadOnlyList<Row> rows = AllRows.Matching(options.Filter);
        List<RowResult> results = Prepare(rows);
        Training.Run(results.Where(result => result.Trial is not null).Select(result => result.Trial!), pace.Training);

        foreach ((int index, RowResult result) in results.Index())
        {
            result.Measure(pace);
            Console.Error.WriteLine($"[{index + 1,2}/{results.Count}] {result.Row.Id,-24} {Summary(result)}");
        }

        string markdown = MarkdownReport.Render(machine, results, options.Batches);
        Console.WriteLine(markdown);
        Write(options.MarkdownFile, markdown);
        if (options.JsonFile is not null)
        {
            Write(options.JsonFile, JsonReport.Render(machine, results, options.Batches));
        }

        return results.Exists(result => result.Failure is not null) ? 1 : 0;
    }

    private static List<RowResult> Prepare(IReadOnlyList<Row> rows)
    {
        List<RowResult> results = [];
        foreach (Row row in rows)
        {
            RowResult result = new(row);
            result.Prepare();
            results.Add(result);
        }

        return results;
    }

    private static string Summary(RowResult result) => result switch
    {
        { Failure: { } failure } => $"failed: {failure}",
        { Skipped: { } reason } => $"skipped: {reason}",
        { Measurement: { } measured } =>
            $"{Figures.Nanoseconds(measured.Workflow.Median),10} ns {Figures.Bytes(measured.Workflow.Bytes),8} B  {Verdict.Of(result.Row, measured)}"
            + (result.IsDisturbed ? $"  (other processes took {Figures.Ratio(result.OtherCores!.Value)} cores)" : ""),
        _ => "not measured",
    };

    private static void Write(string? file, string text)
    {
        if (file is not null)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(file))!);
            File.WriteAllText(file, text);
        }
    }
}
