using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>A database, the processes that use it and are killed, and the checks of its content afterwards.</summary>
internal sealed class CrashDatabase(CrashTarget target) : IAsyncDisposable
{
    private static readonly InstanceOwnerOptions Any = new() { Filter = WorkflowIdentityFilter.Any };

    private readonly DbDataSource _source = target.Source();

    public CrashTarget Target => target;

    public Ledger Ledger { get; } = new();

    /// <summary>Creates the table of the application, before the schema of the store exists.</summary>
    public Task CreateTableAsync() => RunAsync("CREATE TABLE workflow.app_pair (one text, other text)");

    public Task RunAsync(string statement) => target.ReadAsync(_source, statement);

    public Task<List<object?[]>> ReadAsync(string statement) => target.ReadAsync(_source, statement);

    public Task<object?> ReadValueAsync(string statement) => target.ReadValueAsync(_source, statement);

    public Task EndLeasesAsync(string? owner = null) => target.EndLeasesAsync(_source, owner);

    public SqlInstanceStore Open(SqlInstanceStoreOptions? options = null) => target.Open(_source, options);

    /// <summary>Starts a process of this assembly.</summary>
    /// <param name="through">The target that the process uses instead. Null if the process uses the target of this object.</param>
    /// <param name="arguments">The mode, and the arguments of the mode.</param>
    public Process Start(CrashTarget? through, params string[] arguments)
    {
        ProcessStartInfo start = new("dotnet", [typeof(CrashProgram).Assembly.Location, .. arguments])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        (through ?? target).PassTo(start.Environment);
        return Process.Start(start)!;
    }

    /// <summary>Sends a signal to a process.</summary>
    public static async Task SignalAsync(Process process, string signal)
    {
        using Process kill = Process.Start("kill", [$"-{signal}", process.Id.ToString(CultureInfo.InvariantCulture)]);
        await kill.WaitForExitAsync();
        Assert.Equal(0, kill.ExitCode);
    }

    /// <summary>
    /// Reads the output of a process until the output ends. Returns the reported number of steps. Null if the process was killed before its end.
    /// </summary>
    public async Task<int?> ListenAsync(Process process)
    {
        int? steps = null;
        while (await process.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit) is { } line)
        {
            if (line.StartsWith(CrashProgram.Ended, StringComparison.Ordinal))
            {
                steps = int.Parse(line.Split(' ')[1], CultureInfo.InvariantCulture);
            }
            else
            {
                Ledger.Add(line);
            }
        }

        await process.WaitForExitAsync();
        return steps;
    }

    /// <summary>Checks that nothing is lost, duplicated or incomplete, and that no lock outlives its process.</summary>
    public async Task CheckAsync()
    {
        await using SqlInstanceStore store = Open();
        await store.EnsureSchemaAsync(CancellationToken.None);
        await EndSessionsAsync();
        await EndLeasesAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, CancellationToken.None);
        Dictionary<Guid, byte[]> saved = [];
        HashSet<Guid> applications = [];
        foreach (object?[] row in await ReadAsync("SELECT CAST(instance_id AS text), definition_name FROM workflow.instances WHERE completed IS NULL"))
        {
            Guid id = Guid.Parse((string)row[0]!);
            if (row[1] is ApplicationSteps.Name)
            {
                applications.Add(id);
            }
            else
            {
                saved.Add(id, await ReadAndGiveBackAsync(store, owner, id));
            }
        }

        Ledger.Check(saved, applications);
        foreach (Guid id in applications)
        {
            Ledger.Finish(id);
            await ApplicationSteps.FinishAsync(store, id).WaitAsync(HangGuard.Limit);
        }

        await CheckRowsAsync(saved);
        await store.DeleteOwnerAsync(owner, CancellationToken.None);
        await UntilNoneAsync("workflow.owner");
        Assert.Equal(0L, await ReadValueAsync("SELECT count(*) FROM workflow.instance WHERE lock_owner IS NOT NULL"));
    }

    /// <summary>Waits until a table has no rows. The name of the table may be followed by a condition.</summary>
    public async Task UntilNoneAsync(string from)
    {
        long since = TimeProvider.System.GetTimestamp();
        while (await ReadValueAsync($"SELECT count(*) FROM {from}") is not 0L)
        {
            Assert.True(TimeProvider.System.GetElapsedTime(since) < HangGuard.Limit, $"There are still rows in '{from}'.");
            await Task.Yield();
        }
    }

    public ValueTask DisposeAsync() => _source.DisposeAsync();

    /// <summary>Waits until the server has ended the sessions of killed processes. The server detects the end of a process only when it answers.</summary>
    private Task EndSessionsAsync() => target.IsFile
        ? Task.CompletedTask
        : UntilNoneAsync($"pg_stat_activity WHERE datname = current_database() AND application_name = '{CrashTarget.ProcessName}'");

    private static async Task<byte[]> ReadAndGiveBackAsync(SqlInstanceStore store, InstanceOwner owner, Guid id)
    {
        StoredInstance loaded = await store.LoadAsync(owner, InstanceLoad.ById(id), CancellationToken.None);
        byte[] state = loaded.State.ToArray();
        bool isNumber = state.Length == sizeof(int);
        await store.SaveAsync(
            owner,
            new InstanceSave
            {
                InstanceId = id,
                LockVersion = loaded.LockVersion,
                Status = loaded.Status,
                State = loaded.State,
                Bookmarks = isNumber ? CrashProgram.Number(id, 1, CrashProgram.NumberOf(loaded)).Bookmarks : [],
                Unlock = true,
            },
            CancellationToken.None);
        if (isNumber)
        {
            StoredInstance again = await store.LoadAsync(owner, InstanceLoad.ByKey(id), CancellationToken.None);
            Assert.Equal(id, again.InstanceId);
            await store.UnlockAsync(owner, InstanceUnlock.Release(id, again.LockVersion), CancellationToken.None);
        }

        return state;
    }

    private async Task CheckRowsAsync(Dictionary<Guid, byte[]> saved)
    {
        if (target.IsFile)
        {
            Assert.Equal("ok", await ReadValueAsync("PRAGMA integrity_check"));
        }

        // The transaction of a pair commits the row of the application and both instances, or nothing.
        Assert.Equal(
            saved.Where(instance => instance.Value.Length > sizeof(int)).Select(instance => instance.Key).Order(),
            (await ReadAsync("SELECT one FROM workflow.app_pair UNION ALL SELECT other FROM workflow.app_pair"))
                .Select(row => Guid.Parse((string)row[0]!))
                .Order());
        foreach (string table in (string[])["bookmark", "instance_key", "promoted"])
        {
            Assert.Equal(
                0L,
                await ReadValueAsync($"SELECT count(*) FROM workflow.{table} WHERE instance_sid NOT IN (SELECT instance_sid FROM workflow.instance)"));
        }

        Assert.Equal(
            0L,
            await ReadValueAsync(
                """
                SELECT count(*) FROM workflow.instance i JOIN workflow.bookmark b ON b.instance_sid = i.instance_sid
                WHERE (SELECT count(*) FROM workflow.bookmark o WHERE o.instance_sid = i.instance_sid) <> 1
                """));
    }
}
