using System.Diagnostics;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A file system in memory with very little room.</summary>
internal sealed class SmallDisk : IDisposable
{
    private static readonly Lazy<bool> Probe = new(() =>
    {
        using SmallDisk disk = new(1);
        return disk._isMounted;
    });

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("workflow-small-disk-");
    private readonly bool _isMounted;

    /// <summary>Makes one.</summary>
    /// <param name="megabytes">Its room.</param>
    public SmallDisk(int megabytes) => _isMounted = OperatingSystem.IsLinux() && Run("mount", "-t", "tmpfs", "-o", $"size={megabytes}m", "tmpfs", Name);

    /// <summary>Whether this process may make one.</summary>
    public static bool IsSupported => Probe.Value;

    public string Name => _folder.FullName;

    /// <summary>Gives it to the owner of a file.</summary>
    public void GiveToOwnerOf(string file) => Assert.True(Run("chown", $"--reference={file}", Name));

    public void Dispose()
    {
        if (_isMounted)
        {
            // A server may still have a file open.
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
