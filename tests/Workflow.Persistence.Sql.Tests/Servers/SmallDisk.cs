using System.Diagnostics;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>An in-memory file system with very little space.</summary>
internal sealed class SmallDisk : IDisposable
{
    private static readonly Lazy<bool> Probe = new(() =>
    {
        using SmallDisk disk = new(1);
        return disk._isMounted;
    });

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("workflow-small-disk-");
    private readonly bool _isMounted;

    /// <summary>Mounts the file system in a new temporary folder.</summary>
    /// <param name="megabytes">The size in megabytes.</param>
    public SmallDisk(int megabytes) => _isMounted = OperatingSystem.IsLinux() && Run("mount", "-t", "tmpfs", "-o", $"size={megabytes}m", "tmpfs", Name);

    /// <summary>True if this process may mount file systems.</summary>
    public static bool IsSupported => Probe.Value;

    public string Name => _folder.FullName;

    /// <summary>Makes the owner of a file the owner of the file system.</summary>
    public void GiveToOwnerOf(string file) => Assert.True(Run("chown", $"--reference={file}", Name));

    public void Dispose()
    {
        if (_isMounted)
        {
            // A lazy unmount, because a server may still have a file open.
            Run("umount", "-l", Name);
        }

        _folder.Delete(recursive: true);
    }

    private static bool Run(string program, params string[] arguments)
    {
        ProcessStartInfo start = new(program, arguments) { RedirectStandardError = true, RedirectStandardOutput = true, UseShellExecute = false };
        using Process process = Process.Start(start)!;
        process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0;
    }
}
