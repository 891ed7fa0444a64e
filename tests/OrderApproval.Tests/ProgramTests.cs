using System.Diagnostics;

namespace OrderApproval.Tests;

/// <summary>The program as a process, for what only a process has.</summary>
public sealed class ProgramTests
{
    [Fact]
    public async Task Main_WithAnInputThatIsNoTerminal_AsksNobodyAndEnds()
    {
        using TemporaryStore store = new();

        // The input is never written to and never closed: a program that reads it would not come to its end.
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
