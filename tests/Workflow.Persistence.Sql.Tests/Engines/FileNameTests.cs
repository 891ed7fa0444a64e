namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Tests that a relative name of a SQLite file refers to the same file for the lifetime of its store.</summary>
public sealed class FileNameTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("workflow-file name%23-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task RelativeName_CurrentDirectoryChanges_KeepsFile()
    {
        (string first, string second) = (Folder("first"), Folder("second"));
        Assert.Equal(["1", "1", "1", "1", "1", "0"], await ChildProcess.RunAsync(null, FileNameProgram.Mode, first, second));
        Assert.Equal(
            ["directory.db", "pooled.db", "source.db", "text.db", "tracking.db", "uri.db"],
            Files(first).Select(name => name.Replace("|DataDirectory|", string.Empty, StringComparison.Ordinal)).Order(StringComparer.Ordinal));
        Assert.Empty(Files(second));
    }

    /// <summary>The driver resolves relative names, except URIs, in the data directory of the process.</summary>
    [Fact]
    public async Task RelativeName_DataDirectory_IsInDataDirectory()
    {
        (string first, string second, string data) = (Folder("first"), Folder("second"), Folder("data"));
        Assert.Equal(["1", "1", "1", "1", "1", "0"], await ChildProcess.RunAsync(null, FileNameProgram.Mode, first, second, data));
        Assert.Equal(["directory.db", "pooled.db", "source.db", "text.db", "tracking.db"], Files(data));
        Assert.Equal(["uri.db"], Files(first));
        Assert.Empty(Files(second));
    }

    private static IEnumerable<string> Files(string folder) =>
        Directory.EnumerateFiles(folder)
            .Select(path => Path.GetFileName(path))
            .Where(name => name.EndsWith(".db", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal);

    private string Folder(string name) => _folder.CreateSubdirectory(name).FullName;
}
