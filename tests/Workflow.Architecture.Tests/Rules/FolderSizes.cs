namespace Workflow.Architecture.Tests.Rules;

/// <summary>The rule that a folder contains few C# files, without those of its sub-folders.</summary>
internal static class FolderSizes
{
    /// <summary>The maximum number of files in a folder that is no exception.</summary>
    public const int Limit = 30;

    /// <summary>The folders with more files. A limit equals the number of files of today: a folder that has lost files cannot grow back.</summary>
    public static readonly IReadOnlyDictionary<string, int> Exceptions = new Dictionary<string, int>
    {
        ["Workflow.Core/Runtime/Snapshots"] = 64,
    };

    /// <summary>Returns the folders with the number of their files, the largest first.</summary>
    public static IReadOnlyList<(string Folder, int Files)> Of(IEnumerable<SourceFile> files) =>
    [
        .. files.GroupBy(static file => file.Path[..Math.Max(file.Path.LastIndexOf('/'), 0)])
            .Select(static group => (Folder: group.Key, Files: group.Count()))
            .OrderByDescending(static folder => folder.Files)
            .ThenBy(static folder => folder.Folder, StringComparer.Ordinal),
    ];

    /// <summary>Returns the folders with too many files, and the exceptions that have fewer files than their limit.</summary>
    public static IReadOnlyList<string> Violations(IEnumerable<SourceFile> files, IReadOnlyDictionary<string, int> exceptions)
    {
        IReadOnlyList<(string Folder, int Files)> folders = Of(files);
        Dictionary<string, int> counts = folders.ToDictionary(static folder => folder.Folder, static folder => folder.Files);
        return
        [
            .. folders.Where(folder => folder.Files > exceptions.GetValueOrDefault(folder.Folder, Limit))
                .Select(folder => $"{folder.Folder} has {folder.Files} files, and at most {exceptions.GetValueOrDefault(folder.Folder, Limit)} may lie in it"),
            .. exceptions.Where(exception => counts.GetValueOrDefault(exception.Key) < exception.Value)
                .Select(exception => counts.GetValueOrDefault(exception.Key) <= Limit
                    ? $"{exception.Key} has {counts.GetValueOrDefault(exception.Key)} files; remove its exception"
                    : $"{exception.Key} has {counts.GetValueOrDefault(exception.Key)} files; lower its limit of {exception.Value}"),
        ];
    }
}
