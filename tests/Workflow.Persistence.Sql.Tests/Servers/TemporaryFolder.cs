namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A folder for the files of a test class, and the removal of folders that processes left behind which crashed.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    private readonly FileStream _lock;

    private TemporaryFolder(string name, FileStream held)
    {
        Name = name;
        _lock = held;
    }

    public string Name { get; }

    public static TemporaryFolder Create(string prefix)
    {
        foreach (string old in Directory.EnumerateDirectories(Path.GetTempPath(), prefix + ".*"))
        {
            Remove(old);
        }

        // The lock comes first, so that there is no moment at which another process may remove the folder.
        string name = Path.Combine(Path.GetTempPath(), $"{prefix}.{Guid.NewGuid():N}");
        FileStream held = Lock(name);
        Directory.CreateDirectory(name);
        return new TemporaryFolder(name, held);
    }

    public void Dispose()
    {
        Directory.Delete(Name, recursive: true);
        _lock.Dispose();
    }

    /// <summary>The lock of a folder is a file beside it, so that it outlives the folder.</summary>
    private static FileStream Lock(string folder) =>
        new(folder + ".lock", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, bufferSize: 1, FileOptions.DeleteOnClose);

    private static void Remove(string folder)
    {
        try
        {
            using FileStream held = Lock(folder);
            Directory.Delete(folder, recursive: true);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            // Its process lives, or another process removes it, or it belongs to another user.
        }
    }
}
