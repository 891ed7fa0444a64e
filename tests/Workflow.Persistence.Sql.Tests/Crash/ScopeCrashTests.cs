using System.Diagnostics;
using System.Globalization;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>
/// Kills processes during, before and after the transactions of their workflows. In the end, the row of each scope must exist exactly once (regressions 1
/// and 22). With WORKFLOW_KILLS=500, the second test kills 500 processes.
/// </summary>
public abstract class ScopeCrashTests : IAsyncLifetime
{
    private const int MostLines = 60;

    private static readonly int Kills = int.Parse(Environment.GetEnvironmentVariable("WORKFLOW_KILLS") ?? "1", CultureInfo.InvariantCulture);

    private int _minutes;

    protected abstract string Instances { get; }

    /// <summary>The SQLite file, or the schema on PostgreSQL.</summary>
    protected abstract string Target { get; }

    /// <summary>The connection string of the process. Null if the target is a file.</summary>
    protected virtual string? Connection => null;

    public abstract Task InitializeAsync();

    public abstract Task DisposeAsync();

    [Theory]
    [InlineData("BeforeTheCommit", 0)]
    [InlineData("AfterTheCommit", 1)]
    [InlineData("BehindTheScope", 1)]
    public async Task Process_KilledAtPoint_HasRowAndStateOrNeither(string point, int rows)
    {
        using Process process = Start("one", point);
        string id;
        try
        {
            string line;
            do
            {
                line = (await process.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit))!;
            }
            while (!line.StartsWith(ScopeProgram.Stopped, StringComparison.Ordinal));
            id = line.Split(' ')[1];
        }
        finally
        {
            process.Kill();
        }

        await process.WaitForExitAsync();
        Assert.Equal((long)rows, await CountAsync($"app_effect WHERE id = '{id}'"));
        Assert.Equal(1L, await CountAsync($"{Instances} WHERE instance_id = '{id}'"));

        string[] said = await FinishAsync();
        Assert.Equal(
            Enumerable.Range(1 + rows, ScopeProgram.Scopes - rows).Select(step => $"{ScopeProgram.Behind} {id} {step}"),
            said
                .Where(line => !line.EndsWith(" 1", StringComparison.Ordinal) || rows == 0)
                .Where(line => line.StartsWith(ScopeProgram.Behind, StringComparison.Ordinal)));
        Assert.Contains($"{ScopeProgram.Completed} {id}", said);
        await CheckAsync([.. Enumerable.Range(1, ScopeProgram.Scopes).Select(step => (id, step))]);
    }

    [Fact]
    public async Task Process_KilledAtRandomTime_HasEachEffectOnce()
    {
        Random random = new(103);
        List<(string Id, int Step)> seen = [];
        for (int round = 0; round < Kills; round++)
        {
            using Process process = Start("work", "Nowhere");
            try
            {
                for (int i = random.Next(MostLines); i >= 0; i--)
                {
                    Add((await process.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit))!);
                }
            }
            finally
            {
                process.Kill();
            }

            while (await process.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit) is { } line)
            {
                Add(line);
            }

            await process.WaitForExitAsync();
            await PassLeasesAsync();
        }

        await FinishAsync();
        Assert.NotEmpty(seen);
        await CheckAsync(seen);

        void Add(string line)
        {
            if (line.Split(' ') is [ScopeProgram.Behind, var id, var step])
            {
                seen.Add((id, int.Parse(step, CultureInfo.InvariantCulture)));
            }
        }
    }

    /// <summary>Lets the leases of killed processes expire.</summary>
    protected virtual Task PassLeasesAsync()
    {
        _minutes += 5;
        return Task.CompletedTask;
    }

    protected abstract Task<List<object?[]>> ReadAsync(string text);

    private async Task<long> CountAsync(string from) => (long)(await ReadAsync($"SELECT count(*) FROM {from}"))[0][0]!;

    private Process Start(string work, string point)
    {
        ProcessStartInfo start = new("dotnet", [typeof(ScopeProgram).Assembly.Location, ScopeProgram.Mode, Target, $"{_minutes}", work, point])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        if (Connection is { } connection)
        {
            start.Environment[ScopeProgram.ConnectionVariable] = connection;
        }

        return Process.Start(start)!;
    }

    /// <summary>Starts a process that completes the remaining workflows, and returns its output lines.</summary>
    private async Task<string[]> FinishAsync()
    {
        await PassLeasesAsync();
        using Process process = Start("finish", "Nowhere");
        string said = await process.StandardOutput.ReadToEndAsync().WaitAsync(HangGuard.Limit);
        await process.WaitForExitAsync();
        Assert.Equal(0, process.ExitCode);
        return said.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
    }

    /// <summary>Checks that each workflow that has an effect has all its effects exactly once, and that all reported effects exist.</summary>
    private async Task CheckAsync(List<(string Id, int Step)> seen)
    {
        Assert.Equal(0L, await CountAsync(Instances));
        List<object?[]> rows = await ReadAsync("SELECT id, step, count(*) FROM app_effect GROUP BY id, step");
        Assert.All(rows, row => Assert.Equal(1L, row[2]));
        HashSet<(string, int)> effects = [.. rows.Select(row => ((string)row[0]!, Convert.ToInt32(row[1], CultureInfo.InvariantCulture)))];
        Assert.All(seen, effect => Assert.Contains(effect, effects));
        Assert.All(effects.GroupBy(effect => effect.Item1), workflow => Assert.Equal(ScopeProgram.Scopes, workflow.Count()));
    }
}
