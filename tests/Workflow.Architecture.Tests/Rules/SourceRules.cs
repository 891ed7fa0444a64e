using System.Text.RegularExpressions;

namespace Workflow.Architecture.Tests.Rules;

/// <summary>Rules that check the text of the sources, because the compiled code does not have the information.</summary>
internal static partial class SourceRules
{
    public const int LongestFile = 400;

    private const string Reason = "over 400 lines because";
    private const int ReasonIsWithin = 5;

    public static IReadOnlyList<string> TooLong(IEnumerable<SourceFile> files) =>
    [
        .. files.Where(file => file.Lines.Count > LongestFile)
            .Where(file => !file.Lines.Take(ReasonIsWithin).Any(line => IsComment(line) && line.Contains(Reason, StringComparison.OrdinalIgnoreCase)))
            .Select(file => $"{file.Path} has {file.Lines.Count} lines and no comment '{Reason} ...' in its first {ReasonIsWithin}"),
    ];

    public static IReadOnlyList<string> Regions(IEnumerable<SourceFile> files) => Where(files, Region().IsMatch);

    /// <summary>Returns the comments that leave work for later, unless the comment names its issue ('#12').</summary>
    public static IReadOnlyList<string> Leftovers(IEnumerable<SourceFile> files) =>
        Where(files, line => IsComment(line) && Leftover().IsMatch(line) && !Issue().IsMatch(line));

    public static IReadOnlyList<string> CommentedOutCode(IEnumerable<SourceFile> files) => Where(files, Code().IsMatch);

    private static bool IsComment(string line) => line.TrimStart().StartsWith("//", StringComparison.Ordinal);

    private static IReadOnlyList<string> Where(IEnumerable<SourceFile> files, Func<string, bool> isViolation) =>
    [
        .. files.SelectMany(file => file.Lines.Select((line, index) => (line, index))
            .Where(at => isViolation(at.line))
            .Select(at => $"{file.Path}:{at.index + 1}: {at.line.Trim()}"))
    ];

    [GeneratedRegex(@"^\s*#\s*(end)?region\b")]
    private static partial Regex Region();

    [GeneratedRegex(@"\b(TODO|FIXME|HACK|XXX)\b")]
    private static partial Regex Leftover();

    [GeneratedRegex(@"#\d+")]
    private static partial Regex Issue();

    /// <summary>Matches a plain comment that is a lone brace, a statement that calls or assigns, or the head of a block.</summary>
    [GeneratedRegex(@"^\s*//(?!/)\s*([{}]\s*;?|(if|for|foreach|while|switch|using|lock|catch)\s*\(.*\)\s*\{?|.*\w\(.*\);|.*[\w\]]\s*=[^=>].*;|\w+(\+\+|--);|(return|throw|yield|break|continue)\b.*;)\s*$")]
    private static partial Regex Code();
}
