using System.Diagnostics;

namespace Workflow.Packaging.Tests;

/// <summary>Runs the dotnet command without the settings of the surrounding build.</summary>
internal static class Sdk
{
    /// <summary>The time limit, so that a defect fails the test instead of blocking it.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(10);

    /// <summary>Runs the command and returns its output. Fails if the exit code is not 0.</summary>
    public static async Task<string> RunAsync(string folder, params string[] arguments)
    {
        (int exitCode, string output) = await TryRunAsync(folder, arguments);
        Assert.True(exitCode == 0, $"'dotnet {string.Join(' ', arguments)}' exited with {exitCode}:{Environment.NewLine}{output}");
        return output;
    }

    public static async Task<(int ExitCode, string Output)> TryRunAsync(string folder, params string[] arguments)
    {
        ProcessStartInfo start = new(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", arguments)
        {
            UseShellExecute = false,
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };

        // The MSBuild variables of the build that runs these tests must not affect another build, and no server process may outlive a test.
        foreach (string name in start.Environment.Keys.Where(name => name.StartsWith("MSBUILD", StringComparison.OrdinalIgnoreCase)).ToList())
        {
            start.Environment.Remove(name);
        }

        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["UseSharedCompilation"] = "false";
        using Process process = Process.Start(start)!;
        process.StandardInput.Close();
        using CancellationTokenSource limit = new(Limit, TimeProvider.System);
        Task<string> output = process.StandardOutput.ReadToEndAsync(limit.Token), errors = process.StandardError.ReadToEndAsync(limit.Token);
        try
        {
            await process.WaitForExitAsync(limit.Token);
            return (process.ExitCode, await output + await errors);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }
}
