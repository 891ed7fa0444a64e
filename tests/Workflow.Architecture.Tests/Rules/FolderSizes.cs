namespace Workflow.Architecture.Tests.Rules;

/// <summary>The rule that a folder contains few C# files, without those of its sub-folders.</summary>
internal static class FolderSizes
{
    /// <summary>The maximum number of files in a folder.</summary>
    public const int Limit = 30;

    /// <summary>Returns the folders with the number of their files, the largest first.</summary>
    public static IReadOnlyList<(string Folder, int Files)> Of(IEnumerable<SourceFile> files) =>
    [
        .. files.GroupBy(static file => file.Path[..Math.Max(file.Path.LastIndexOf('/'), 0)])
            .Select(static group => (Folder: group.Key, Files: group.Count()))
            .OrderByDescending(static folder => folder.Files)
            .ThenBy(static folder => folder.Folder, StringComparer.Ordinal),
    ];

    /// <summary>Returns the folders with too many files.</summary>
    public static IReadOnlyList<string> Violations(IEnumerable<SourceFile> files) =>
    [
        .. Of(files).Where(static folder => folder.Files > Limit)
            .Select(static folder => $"{folder.Folder} has {folder.Files} files, and at most {Limit} may lie in it"),
    ];
}
