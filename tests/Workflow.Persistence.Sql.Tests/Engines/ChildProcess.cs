using System.Diagnostics;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Runs this assembly as a program, for tests of settings that belong to a whole process.</summary>
internal static class ChildProcess
{
    /// <summary>Runs the program to its end, and returns the lines of its standard output.</summary>
    /// <param name="variable">An environment variable with its value. Null if there is none.</param>
    /// <param name="arguments">The mode and its arguments.</param>
    public static async Task<string[]> RunAsync((string Name, string Value)? variable, params string[] arguments)
    {
        ProcessStartInfo start = new("dotnet", [typeof(ChildProcess).Assembly.Location, .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false
        };
        if (variable is { } set)
        {
            start.Environment[set.Name] = set.Value;
        }

        using Process process = Process.Start(start)!;
        Task<string> failures = process.StandardError.ReadToEndAsync();
        string output = await process.StandardOutput.ReadToEndAsync().WaitAsync(HangGuard.Limit);
        await process.WaitForExitAsync().WaitAsync(HangGuard.Limit);
        Assert.True(process.ExitCode == 0, output + await failures);
        return output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
    }
}
