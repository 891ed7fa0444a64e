namespace Workflow.Architecture.Tests.Rules;

/// <summary>
/// The tables of rooms and folders on docs/contribute/architecture.md. Each line has a name in the first column, and the names that it uses in the last one.
/// A folder may be named without the folders around it: 'Records' is 'Tracking/Records'.
/// </summary>
internal static class PageTable
{
    /// <summary>Returns the lines of the page.</summary>
    public static string[] Page() => File.ReadAllLines(Path.Combine(SourceFile.Root(), "docs", "contribute", "architecture.md"));

    /// <summary>Returns the lines of a table.</summary>
    /// <param name="page">The lines of the page.</param>
    /// <param name="heading">The heading of the section that contains the table.</param>
    /// <param name="title">The title of the first column.</param>
    /// <returns>The used names by the name in the first column.</returns>
    public static IReadOnlyDictionary<string, string[]> Read(IEnumerable<string> page, string heading, string title) => page
        .SkipWhile(line => line != heading)
        .Skip(1)
        .TakeWhile(static line => !line.StartsWith("## ", StringComparison.Ordinal))
        .SkipWhile(line => !line.StartsWith($"| {title} |", StringComparison.Ordinal))
        .TakeWhile(static line => line.StartsWith('|'))
        .Where(static line => line.StartsWith("| `", StringComparison.Ordinal))
        .Select(static line => line.Trim().Trim('|').Split('|'))
        .ToDictionary(static cells => cells[0].Trim().Trim('`'), static cells => Names(cells[^1]));

    /// <summary>Returns what a page says otherwise than the table of the tests.</summary>
    /// <param name="lines">The lines of the page, as <see cref="Read"/> returns them.</param>
    /// <param name="uses">The table of the tests.</param>
    public static IReadOnlyList<string> Differences(IReadOnlyDictionary<string, string[]> lines, IReadOnlyDictionary<string, string[]> uses) =>
    [
        .. uses.Keys.Except(lines.Keys).Select(name => $"{name} has no line; write: | `{name}` | purpose | {string.Join(", ", uses[name])} |"),
        .. lines.Keys.Except(uses.Keys).Select(name => $"{name} has a line and is not in the table"),
        .. uses.Where(entry => lines.TryGetValue(entry.Key, out string[]? names) && !AreSame(names, entry.Value))
            .Select(entry => $"the line of {entry.Key} says '{string.Join(", ", lines[entry.Key])}', and the table '{string.Join(", ", entry.Value)}'"),
    ];

    private static string[] Names(string cell) =>
        [.. cell.Split(',').Select(static name => name.Trim().Trim('`')).Where(static name => name.Length > 0 && name != "nothing")];

    private static bool AreSame(string[] names, string[] folders) =>
        names.Length == folders.Length
        && folders.All(folder => names.Any(name => folder == name || folder.EndsWith("/" + name, StringComparison.Ordinal)));
}
