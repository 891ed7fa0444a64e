using System.Globalization;
using System.Text;
using Workflow.Architecture.Tests.Measures;
using Workflow.Architecture.Tests.Rules;
using Xunit.Abstractions;

namespace Workflow.Architecture.Tests;

/// <summary>
/// Prints measures of the code. 'eng/measure' runs this test and shows its text. WORKFLOW_MEASURES names the file for the text, and WORKFLOW_RESULTS a
/// folder with the results of a test run.
/// </summary>
public sealed class MeasureTests(ITestOutputHelper output)
{
    [Fact]
    public void Measures_OfTheRepository_ArePrinted()
    {
        IReadOnlyList<SourceFile> files = SourceFile.All();
        StringBuilder text = new();
        Add(text, $"Types that all reach each other, sets of three or more (limit {TypeSets.Limit})", TypeMeasures.LargestSets());
        Add(text, $"Folders with the most C# files (limit {FolderSizes.Limit})", SourceMeasures.LargestFolders(files));
        Add(text, "Internal types with state that most methods of other types take", TypeMeasures.MostHandedOn());
        Add(text, "Static classes that work on the state of another type", TypeMeasures.StaticBehavior());
        Add(text, "Names that several types of the product have", TypeMeasures.SharedNames());
        Add(text, "Summaries without a subject", ProseRules.WithoutSubject(files));
        Add(text, $"Lines above {ProseRules.LongestLine} characters, with string literals", SourceMeasures.LongLines(files));
        Add(text, "Comments for each 100 lines of code, without documentation", SourceMeasures.Comments(files));
        if (Environment.GetEnvironmentVariable("WORKFLOW_RESULTS") is { Length: > 0 } results)
        {
            Add(text, "Time of the test run", RunMeasures.Times(results));
        }

        output.WriteLine(text.ToString());
        if (Environment.GetEnvironmentVariable("WORKFLOW_MEASURES") is { Length: > 0 } file)
        {
            File.WriteAllText(file, text.ToString());
        }

        Assert.Contains("Workflow.Core: ", text.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Times_OfAResultFile_AreReadWithTheProject()
    {
        string folder = Directory.CreateTempSubdirectory().FullName;
        try
        {
            string project = Directory.CreateDirectory(Path.Combine(folder, "Some.Tests")).FullName;
            File.WriteAllText(
                Path.Combine(project, "run.trx"),
                """
                <TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">
                  <Times start="2026-01-01T10:00:00+00:00" finish="2026-01-01T10:00:21+00:00" />
                  <ResultSummary><Counters total="4" executed="3" /></ResultSummary>
                </TestRun>
                """);
            Assert.Equal(
                ["    21 s from the start of the first test host to the end of the last one", "    21 s Some.Tests, 3 tests"],
                RunMeasures.Times(folder));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static void Add(StringBuilder text, string title, IEnumerable<string> lines)
    {
        string[] all = [.. lines];
        text.AppendLine(CultureInfo.InvariantCulture, $"== {title}: {all.Length}");
        Array.ForEach(all, line => text.AppendLine(line));
        text.AppendLine();
    }
}
