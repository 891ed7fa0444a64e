using System.Diagnostics;

namespace OrderApproval.Tests;

/// <summary>Tests that need the program as a process.</summary>
public sealed class ProgramTests
{
    [Fact]
    public async Task Main_InputIsNoTerminal_EndsWithoutPrompt()
    {
        using TemporaryStore store = new();

        // The test neither writes to the input nor closes it, so a program that reads the input would hang.
        ProcessStartInfo start = new("dotnet", [typeof(ApprovalCommand).Assembly.Location, "--store", store.File])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        using CancellationTokenSource patience = new(TimeSpan.FromMinutes(1), TimeProvider.System);
        using Process process = Process.Start(start)!;
        string output;
        try
        {
            output = await process.StandardOutput.ReadToEndAsync(patience.Token);
            await process.WaitForExitAsync(patience.Token);
        }
        finally
        {
            process.Kill();
        }

        Assert.Equal(0, process.ExitCode);
        Assert.Contains(" orders wait for a decision:", output, StringComparison.Ordinal);
        Assert.DoesNotContain("> ", output, StringComparison.Ordinal);
    }
}
