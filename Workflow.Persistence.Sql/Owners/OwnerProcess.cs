using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Microsoft.Win32;

namespace Workflow.Persistence.Sql;

/// <summary>
/// The process of an owner as a text, by which another process on the same machine sees that it has ended: the place where process ids are unique, the process id, and when the process started. A process
/// that lives is never taken for one that has ended: whatever cannot be seen counts as alive, and the lease of the owner decides. Thread-safe.
/// </summary>
/// <remarks>
/// On Linux, the place is the boot of the machine with the namespace of process ids, so that a container does not judge the processes of others, and the start is in ticks since the boot, which no change of a
/// clock moves. On Windows, it is the machine's name and number. Other systems have no text, and neither has Windows in a container.
/// </remarks>
internal static class OwnerProcess
{
    private static readonly string? Place = PlaceOfThisProcess();

    /// <summary>The text of this process; null if others cannot see whether it has ended.</summary>
    public static string? Current { get; } = TextOfThisProcess();

    /// <summary>Returns true if a process has certainly ended, and false if it lives or cannot be seen.</summary>
    /// <param name="text">The text of a process.</param>
    public static bool HasEnded(string text)
    {
        string[] parts = text.Split(' ');
        return Current is not null && parts is [{ } place, { } idText, { } startText] && place == Place
            && int.TryParse(idText, NumberStyles.None, CultureInfo.InvariantCulture, out int id) && id > 0
            && long.TryParse(startText, NumberStyles.None, CultureInfo.InvariantCulture, out long start)
            && HasEnded(id, start);
    }

    private static bool HasEnded(int id, long start)
    {
        try
        {
            long? found = OperatingSystem.IsLinux() ? StartOnLinux(id) : StartOnWindows(id);
            return found is null || found != start;
        }
        catch (ArgumentException)
        {
            // No process has this id.
            return true;
        }
        catch (Exception exception) when (exception is Win32Exception or InvalidOperationException or IOException or UnauthorizedAccessException or FormatException)
        {
            // It cannot be seen, or ends at this moment.
            return false;
        }
    }

    private static string? TextOfThisProcess()
    {
        try
        {
            return Place is null || (OperatingSystem.IsLinux() ? StartOnLinux(Environment.ProcessId) : StartOnWindows(Environment.ProcessId)) is not { } start
                ? null
                : string.Create(CultureInfo.InvariantCulture, $"{Place} {Environment.ProcessId} {start}");
        }
        catch (Exception exception) when (exception is ArgumentException or Win32Exception or InvalidOperationException or IOException or UnauthorizedAccessException or FormatException)
        {
            return null;
        }
    }

    private static string? PlaceOfThisProcess()
    {
        try
        {
            return OperatingSystem.IsLinux() ? PlaceOnLinux() : OperatingSystem.IsWindows() ? PlaceOnWindows() : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or System.Security.SecurityException)
        {
            return null;
        }
    }

    /// <summary>Null if the folder of processes is missing, or shows those of another namespace.</summary>
    private static string? PlaceOnLinux()
    {
        if (new DirectoryInfo("/proc/self").LinkTarget != Environment.ProcessId.ToString(CultureInfo.InvariantCulture))
        {
            return null;
        }

        string boot = File.ReadAllText("/proc/sys/kernel/random/boot_id").Trim();
        string? processes = new FileInfo("/proc/self/ns/pid").LinkTarget;

        // A namespace of times moves the ticks. Kernels before 5.6 have none.
        string? times = new FileInfo("/proc/self/ns/time").LinkTarget;
        return boot.Length == 0 || boot.Contains(' ', StringComparison.Ordinal) || processes is null ? null : $"linux/{boot}/{processes}/{times}";
    }

    [System.Runtime.Versioning.SupportedOSPlatform("windows")]
    private static string? PlaceOnWindows()
    {
        using RegistryKey? key = Registry.LocalMachine.OpenSubKey(@"SOFTWARE\Microsoft\Cryptography");
        return key?.GetValue("MachineGuid") is not string { Length: > 0 } number || Environment.GetEnvironmentVariable("DOTNET_RUNNING_IN_CONTAINER") is not null
            ? null
            : $"windows/{Uri.EscapeDataString(Environment.MachineName)}/{Uri.EscapeDataString(number)}";
    }

    /// <summary>When a process started, in ticks since the boot; null if it has ended, and only its parent has not noticed it yet.</summary>
    /// <exception cref="ArgumentException">There is no such process.</exception>
    private static long? StartOnLinux(int id)
    {
        string stat;
        try
        {
            stat = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/stat"));
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            // Processes of other users can be hidden. The system still says whether there is one.
            using Process hidden = Process.GetProcessById(id);
            throw;
        }

        // The name of the program is in parentheses and may have any characters.
        string[] fields = stat[(stat.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (fields.Length < 20)
        {
            throw new FormatException("The system describes a process in an unknown way.");
        }

        // The first thread of a process can end before the others.
        bool hasEnded = fields[0] is "Z" or "X" && int.Parse(fields[17], CultureInfo.InvariantCulture) <= 1;
        return hasEnded ? null : long.Parse(fields[19], CultureInfo.InvariantCulture);
    }

    /// <summary>When a process started, in units of 100 nanoseconds since the year 1601.</summary>
    /// <exception cref="ArgumentException">There is no such process.</exception>
    private static long? StartOnWindows(int id)
    {
        using Process process = Process.GetProcessById(id);
        return process.StartTime.ToFileTimeUtc();
    }
}
