using System.Globalization;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests.Measures;

/// <summary>Measures of the source text.</summary>
internal static class SourceMeasures
{
    private const int Shown = 10;

    private static readonly string[] Product = ["Workflow.", "extensions/", "analyzers/"];

    /// <summary>Returns the folders with the most C# files.</summary>
    public static IEnumerable<string> LargestFolders(IReadOnlyList<SourceFile> files) =>
        FolderSizes.Of(files).Take(Shown).Select(static folder => $"{folder.Files} {folder.Folder}");

    /// <summary>Returns the comments for each 100 lines of code in the folders of the product, without comments for documentation.</summary>
    public static IEnumerable<string> Comments(IReadOnlyList<SourceFile> files) => files
        .Where(static file => Array.Exists(Product, part => file.Path.StartsWith(part, StringComparison.Ordinal)))
        .GroupBy(static file => file.Path[..file.Path.LastIndexOf('/')])
        .Select(static folder => (
            Folder: folder.Key,
            Comments: folder.Sum(static file => file.Lines.Count(IsComment)),
            Code: folder.Sum(static file => file.Lines.Count(static line => !string.IsNullOrWhiteSpace(line) && !IsDocumentation(line)))))
        .OrderBy(static folder => folder.Folder, StringComparer.Ordinal)
        .Select(static folder => string.Create(
            CultureInfo.InvariantCulture, $"{(folder.Code == 0 ? 0 : 100.0 * folder.Comments / folder.Code),5:F1} {folder.Folder} ({folder.Comments} in {folder.Code} lines)"));

    /// <summary>Returns the lines that are too long, string literals included.</summary>
    public static IEnumerable<string> LongLines(IReadOnlyList<SourceFile> files) => files
        .SelectMany(static file => file.Lines.Select((line, index) => (file.Path, Number: index + 1, line.Length)))
        .Where(static line => line.Length > ProseRules.LongestLine)
        .GroupBy(static line => line.Path)
        .OrderByDescending(static file => file.Count())
        .Select(static file => $"{file.Count()} {file.Key}");

    private static bool IsComment(string line) => line.TrimStart().StartsWith("//", StringComparison.Ordinal) && !IsDocumentation(line);

    private static bool IsDocumentation(string line) => line.TrimStart().StartsWith("///", StringComparison.Ordinal);
}
