using System.Diagnostics;
using System.Globalization;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>
/// Kills processes while a WF3 activity in a new workflow waits. Other processes continue the activity from the database, and no step runs again
/// (paragraphs B.2 and B.3).
/// </summary>
public sealed class InteropCrashTests : IAsyncLifetime
{
    private readonly SqliteFile _file = new();
    private int _minutes;

    public async Task InitializeAsync() => await _file.StoreAsync();

    public Task DisposeAsync() => _file.DisposeAsync().AsTask();

    [Fact]
    public async Task Process_KilledWhileWf3ActivityWaits_IsContinued()
    {
        Assert.Equal(["step packed"], await RunAndKillAsync("start"));
        string id = (string)_file.Read("SELECT instance_id FROM workflow_instances")[0][0]!;

        // The lease of the killed process has expired, and the delay is due.
        _minutes = 120;
        Assert.Equal(["step sent"], await RunAndKillAsync("due"));
        Assert.Equal("answer", _file.Read("SELECT bookmark_name FROM workflow_active_bookmarks")[0][0]);

        _minutes = 240;
        using Process last = Start(id);
        string said = await last.StandardOutput.ReadToEndAsync().WaitAsync(HangGuard.Limit);
        await last.WaitForExitAsync();
        Assert.Equal(0, last.ExitCode);
        Assert.Equal($"step closed\n{InteropProgram.Ended} packed sent answer=42 closed \n", said.ReplaceLineEndings("\n"));
        Assert.Equal(0L, _file.Read("SELECT count(*) FROM workflow_instances")[0][0]);
    }

    /// <summary>Lets a process run until its instance is saved and idle, and kills the process.</summary>
    /// <returns>The lines that the process wrote.</returns>
    private async Task<string[]> RunAndKillAsync(string work)
    {
        string before = Updated();
        using Process process = Start(work);
        List<string> said = [];
        try
        {
            said.Add((await process.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit))!);
            while (Updated() == before || Status() != "Idle")
            {
                Assert.False(process.HasExited);
                await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
            }
        }
        finally
        {
            process.Kill();
        }

        said.AddRange((await process.StandardOutput.ReadToEndAsync().WaitAsync(HangGuard.Limit)).Split('\n', StringSplitOptions.RemoveEmptyEntries));
        await process.WaitForExitAsync();
        return [.. said];
    }

    private string Updated() => _file.Read("SELECT updated FROM workflow_instances") is [[string updated]] ? updated : string.Empty;

    private string Status() => _file.Read("SELECT status FROM workflow_instances") is [[string status]] ? status : string.Empty;

    private Process Start(string work) => Process.Start(new ProcessStartInfo(
        "dotnet", [typeof(InteropProgram).Assembly.Location, InteropProgram.Mode, _file.Name, _minutes.ToString(CultureInfo.InvariantCulture), work])
    {
        UseShellExecute = false,
        RedirectStandardOutput = true,
    })!;
}
