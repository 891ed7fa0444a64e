namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A folder for the files of a test class. Creating a folder also removes the folders that crashed processes left behind.</summary>
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

        // The lock is taken before the folder exists, so that no other process can remove the folder.
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

    /// <summary>Locks a folder. The lock is a file next to the folder, so that the lock outlives the folder.</summary>
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
            // The owner process still runs, another process removes the folder, or the folder belongs to another user.
        }
    }
}
