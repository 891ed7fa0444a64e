using System.Globalization;
using System.Xml.Linq;

namespace Workflow.Architecture.Tests.Measures;

/// <summary>The times of a test run, from the result files (.trx) of its projects.</summary>
internal static class RunMeasures
{
    /// <summary>Returns the time of the run and of each project, the longest first.</summary>
    /// <param name="folder">The folder that contains the result files, also in sub-folders.</param>
    public static IEnumerable<string> Times(string folder)
    {
        (string Project, DateTimeOffset Start, DateTimeOffset End, int Tests)[] runs =
        [
            .. Directory.EnumerateFiles(folder, "*.trx", SearchOption.AllDirectories).Select(static file => Read(file)),
        ];
        if (runs.Length == 0)
        {
            yield return $"'{folder}' contains no result file (.trx).";
            yield break;
        }

        double total = (runs.Max(static run => run.End) - runs.Min(static run => run.Start)).TotalSeconds;
        yield return Line($"{total,6:F0} s from the start of the first test host to the end of the last one");
        foreach ((string project, DateTimeOffset start, DateTimeOffset end, int tests) in runs.OrderByDescending(static run => run.End - run.Start))
        {
            yield return Line($"{(end - start).TotalSeconds,6:F0} s {project}, {tests} tests");
        }
    }

    private static (string Project, DateTimeOffset Start, DateTimeOffset End, int Tests) Read(string file)
    {
        XElement run = XDocument.Load(file).Root!;
        XElement times = run.Elements().First(static element => element.Name.LocalName == "Times");
        XElement counters = run.Descendants().First(static element => element.Name.LocalName == "Counters");
        return (
            Path.GetFileName(Path.GetDirectoryName(file))!,
            DateTimeOffset.Parse(times.Attribute("start")!.Value, CultureInfo.InvariantCulture),
            DateTimeOffset.Parse(times.Attribute("finish")!.Value, CultureInfo.InvariantCulture),
            int.Parse(counters.Attribute("executed")!.Value, CultureInfo.InvariantCulture));
    }

    private static string Line(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
