using Workflow.Perf.Commands;
using Workflow.Perf.Drawing;

namespace Workflow.Perf.Reports;

/// <summary>Writes a report: the Markdown file, and next to it the data and a folder with the charts.</summary>
internal static class ReportFiles
{
    private const string Charts = "charts";

    /// <param name="report">The report.</param>
    /// <param name="file">The Markdown file.</param>
    /// <param name="comparedWith">The data of another report; null for none.</param>
    public static void Write(Report report, string file, string? comparedWith)
    {
        ReportData data = ReportData.Of(report);
        string? comparison = comparedWith is null ? null : Comparison.Render(Path.GetFileName(comparedWith), ReportData.Read(comparedWith), data);
        string folder = Path.GetDirectoryName(Path.GetFullPath(file))!;
        Directory.CreateDirectory(Path.Combine(folder, Charts));
        foreach (Chart chart in report.Sections.SelectMany(static section => section.Content.Charts))
        {
            File.WriteAllText(Path.Combine(folder, Charts, chart.FileName), chart.Render());
        }

        File.WriteAllText(file, MarkdownText.Render(report, Charts, comparison));
        File.WriteAllText(DataFileOf(file), data.ToJson());
    }

    /// <summary>Writes the headline table into a README.</summary>
    /// <exception cref="UsageException">The README does not have the two comments, or the table was not measured.</exception>
    public static void WriteReadme(Report report, string file, string readme)
    {
        RenderedSection section = report.Sections.FirstOrDefault(static section => section.Content.Headline is not null)
            ?? throw new UsageException("The option '--readme' needs the table 'components'; leave out '--only', or name it there.");
        Chart chart = section.Content.Charts[0];
        string folder = Path.GetDirectoryName(Path.GetFullPath(readme))!;
        string text = ReadmeSection.Replace(
            File.ReadAllText(readme),
            section.Content.Headline!,
            Relative(folder, Path.Combine(Path.GetDirectoryName(Path.GetFullPath(file))!, Charts, chart.FileName)),
            chart.Title,
            Relative(folder, file),
            report.Machine);
        File.WriteAllText(readme, text);
    }

    /// <summary>Returns the path of the data file of a report.</summary>
    public static string DataFileOf(string file) => Path.ChangeExtension(file, ".json");

    private static string Relative(string folder, string file) => Path.GetRelativePath(folder, Path.GetFullPath(file)).Replace('\\', '/');
}
