using System.Diagnostics;

namespace Workflow.Packaging.Tests;

/// <summary>The dotnet command, as a person calls it.</summary>
internal static class Sdk
{
    /// <summary>Only so that a defect fails and does not hang.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(10);

    /// <summary>What it printed; fails when it failed.</summary>
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

        // What the build that runs these tests has set for itself is not for another one; and nothing may outlive a test.
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
