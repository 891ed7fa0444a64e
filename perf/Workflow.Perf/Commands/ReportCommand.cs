using System.Globalization;
using Workflow.Perf.Reports;
using Workflow.Perf.Sections;

namespace Workflow.Perf.Commands;

/// <summary>Measures the tables of the report and writes the report.</summary>
internal static class ReportCommand
{
    public static int Run(ReportOptions options)
    {
        IReadOnlyList<ReportSection> sections = AllSections.Matching(options.Only);
        CheckFiles(options);

        ReportRun run = new(sections, new ReportScope(options.Pace, options.IsQuick), options.Limit, Console.Error);
        Report report = run.Run();
        ReportFiles.Write(report, options.File, options.CompareFile);
        if (options.ReadmeFile is { } readme)
        {
            ReportFiles.WriteReadme(report, options.File, readme);
        }

        int failed = report.Outcomes.Count(static outcome => outcome.IsFailure);
        int missing = report.Outcomes.Count(static outcome => outcome.Reason is not null) - failed;
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"'{options.File}' has {sections.Count} tables with {report.Readings.Count()} figures, measured in {report.Elapsed.TotalSeconds:0} s; {missing} steps were not measured, {failed} failed."));
        return failed == 0 ? 0 : 1;
    }

    /// <summary>Checks the names of the files before the run, which takes minutes and must not fail at its end.</summary>
    private static void CheckFiles(ReportOptions options)
    {
        if (!options.File.EndsWith(".md", StringComparison.Ordinal))
        {
            throw new UsageException($"The file '{options.File}' of '--out' does not end with '.md'; the data is written beside it with the ending '.json'.");
        }

        if (options.CompareFile is { } compared)
        {
            ReportData.Read(compared);
        }

        if (options.ReadmeFile is { } readme && !File.Exists(readme))
        {
            throw new UsageException($"The file '{readme}' of '--readme' does not exist; pass the README that has the lines for the headline table.");
        }
    }
}
