using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Microsoft.Win32;

namespace Workflow.Persistence.Sql;

/// <summary>
/// The identity of the process of an owner as a text, by which another process on the same machine can detect the end of that process. The text consists of the
/// scope in which process ids are unique, the process id, and the start time of the process. A living process is never taken for an ended one: a process whose
/// state cannot be determined counts as alive, and the lease of the owner decides. Thread-safe.
/// </summary>
/// <remarks>
/// On Linux, the scope is the boot of the machine and the process id namespace, so that a container does not judge the processes of others. The start time is
/// in ticks since the boot, so clock changes do not affect it. On Windows, the scope is the name and the GUID of the machine. There is no text on other systems
/// and on Windows in a container.
/// </remarks>
internal static class OwnerProcess
{
    private static readonly string? Scope = ScopeOfThisProcess();

    /// <summary>The text of this process; null if other processes cannot detect its end.</summary>
    public static string? Current { get; } = TextOfThisProcess();

    /// <summary>Returns true if a process has certainly ended; false if it is alive, or its state cannot be determined.</summary>
    /// <param name="text">The text of a process.</param>
    public static bool HasEnded(string text)
    {
        string[] parts = text.Split(' ');
        return Current is not null && parts is [{ } scope, { } idText, { } startText] && scope == Scope
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
        catch (Exception exception) when (exception
            is Win32Exception or InvalidOperationException or IOException or UnauthorizedAccessException or FormatException)
        {
            // The state cannot be determined, or the process is ending at this moment.
            return false;
        }
    }

    private static string? TextOfThisProcess()
    {
        try
        {
            return Scope is null || (OperatingSystem.IsLinux() ? StartOnLinux(Environment.ProcessId) : StartOnWindows(Environment.ProcessId)) is not { } start
                ? null
                : string.Create(CultureInfo.InvariantCulture, $"{Scope} {Environment.ProcessId} {start}");
        }
        catch (Exception exception) when (exception
            is ArgumentException or Win32Exception or InvalidOperationException or IOException or UnauthorizedAccessException or FormatException)
        {
            return null;
        }
    }

    private static string? ScopeOfThisProcess()
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

    /// <summary>Returns the scope on Linux; null if the process file system is missing, or shows the processes of another namespace.</summary>
    private static string? PlaceOnLinux()
    {
        if (new DirectoryInfo("/proc/self").LinkTarget != Environment.ProcessId.ToString(CultureInfo.InvariantCulture))
        {
            return null;
        }

        string boot = File.ReadAllText("/proc/sys/kernel/random/boot_id").Trim();
        string? processes = new FileInfo("/proc/self/ns/pid").LinkTarget;

        // A time namespace shifts the ticks, so it is part of the scope. Kernels before 5.6 have no time namespaces.
        string? times = new FileInfo("/proc/self/ns/time").LinkTarget;
        return boot.Length == 0 || boot.Contains(' ', StringComparison.Ordinal) || processes is null ? null : $"linux/{boot}/{processes}/{times}";
    }

    [System.Runtime.Versioning.SupportedOSPlatform("windows")]
    private static string? PlaceOnWindows()
    {
        using RegistryKey? key = Registry.LocalMachine.OpenSubKey(@"SOFTWARE\Microsoft\Cryptography");
        return key?.GetValue("MachineGuid") is not string { Length: > 0 } number
            || Environment.GetEnvironmentVariable("DOTNET_RUNNING_IN_CONTAINER") is not null
            ? null
            : $"windows/{Uri.EscapeDataString(Environment.MachineName)}/{Uri.EscapeDataString(number)}";
    }

    /// <summary>
    /// Returns the start time of a process, in ticks since the boot; null if the process has ended and its parent has not collected its exit status yet.
    /// </summary>
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
            // Processes of other users can be hidden. GetProcessById still throws an ArgumentException if there is no such process.
            using Process hidden = Process.GetProcessById(id);
            throw;
        }

        // The name of the program is in parentheses and may contain any characters.
        string[] fields = stat[(stat.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (fields.Length < 20)
        {
            throw new FormatException("The system describes a process in an unknown way.");
        }

        // A zombie state alone is not sufficient, because the first thread of a process can end before the others.
        bool hasEnded = fields[0] is "Z" or "X" && int.Parse(fields[17], CultureInfo.InvariantCulture) <= 1;
        return hasEnded ? null : long.Parse(fields[19], CultureInfo.InvariantCulture);
    }

    /// <summary>Returns the start time of a process, in units of 100 nanoseconds since the year 1601.</summary>
    /// <exception cref="ArgumentException">There is no such process.</exception>
    private static long? StartOnWindows(int id)
    {
        using Process process = Process.GetProcessById(id);
        return process.StartTime.ToFileTimeUtc();
    }
}
