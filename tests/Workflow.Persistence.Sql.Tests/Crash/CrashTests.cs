using System.Diagnostics;
using System.Globalization;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>
/// Processes that are killed at any moment, and one that is stopped while another takes over (regressions 9, 12 and 22). With WORKFLOW_KILLS=500, the first test kills that many.
/// </summary>
public sealed class CrashTests
{
    private const int MostSaves = 80;

    private static readonly int Kills = int.Parse(Environment.GetEnvironmentVariable("WORKFLOW_KILLS") ?? "8", CultureInfo.InvariantCulture);

    [Fact]
    public async Task Process_KilledAtAnyMoment_LosesAndDoublesNothing()
    {
        await using SqliteFile file = new();
        file.Run("CREATE TABLE app_pair (one TEXT, other TEXT)");
        Random random = new(12);
        Ledger ledger = new();
        for (int round = 1; round <= Kills; round++)
        {
            await RunAndKillAsync(file, round, random.Next(MostSaves), ledger);
            await CheckAsync(file, round, ledger);
        }

        Assert.True(ledger.Saves > 0, "No process has saved anything.");
    }

    [Fact]
    public async Task Process_StoppedWhileAnotherTakesOver_CannotSaveWhenItGoesOn()
    {
        await using SqliteFile file = new();
        using Process stopped = Start("hold", file, 1);
        try
        {
            string[] waiting = (await stopped.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit))!.Split(' ');
            Assert.Equal(CrashProgram.Waiting, waiting[0]);
            Guid id = Guid.Parse(waiting[1]);
            await SignalAsync(stopped, "STOP");
            await using (SqlInstanceStore store = CrashProgram.Open(file.Name, TimeSpan.FromMinutes(30)))
            {
                InstanceOwner successor = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
                StoredInstance loaded = (await store.TryLoadRunnableAsync(successor, CancellationToken.None))!;
                Assert.Equal((id, 1), (loaded.InstanceId, CrashProgram.NumberOf(loaded)));
                await store.SaveAsync(successor, CrashProgram.Number(id, loaded.LockVersion, 2), CancellationToken.None);
            }

            await SignalAsync(stopped, "CONT");
            await stopped.StandardInput.WriteLineAsync();
            Assert.Equal(CrashProgram.Lost, await stopped.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit));
            await using SqlInstanceStore reader = CrashProgram.Open(file.Name, TimeSpan.FromMinutes(60));
            InstanceOwner last = await reader.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
            Assert.Equal(2, CrashProgram.NumberOf(await reader.LoadAsync(last, id, CancellationToken.None)));
        }
        finally
        {
            stopped.Kill();
        }
    }

    private static Process Start(string mode, SqliteFile file, int round) => Process.Start(
        new ProcessStartInfo("dotnet", [typeof(CrashProgram).Assembly.Location, mode, file.Name, $"{round}", $"{round * 10}"])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;

    private static async Task SignalAsync(Process process, string signal)
    {
        using Process kill = Process.Start("kill", [$"-{signal}", $"{process.Id}"]);
        await kill.WaitForExitAsync();
        Assert.Equal(0, kill.ExitCode);
    }

    /// <summary>Lets a process work until it has said so many lines, and kills it; zero: as soon as it has started.</summary>
    private static async Task RunAndKillAsync(SqliteFile file, int round, int lines, Ledger ledger)
    {
        using Process process = Start("work", file, round);
        try
        {
            for (int i = 0; i < lines; i++)
            {
                ledger.Add((await process.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit))!);
            }
        }
        finally
        {
            process.Kill();
        }

        while (await process.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit) is { } line)
        {
            ledger.Add(line);
        }

        await process.WaitForExitAsync();
    }

    private static async Task CheckAsync(SqliteFile file, int round, Ledger ledger)
    {
        await using SqlInstanceStore store = CrashProgram.Open(file.Name, TimeSpan.FromMinutes((round * 10) + 5));
        await store.EnsureSchemaAsync(CancellationToken.None);
        Assert.Equal("ok", file.ReadValue("PRAGMA integrity_check"));
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        Dictionary<Guid, byte[]> saved = [];
        foreach (Guid id in file.Read("SELECT instance_id FROM workflow_instances").Select(row => Guid.Parse((string)row[0]!)))
        {
            // No lock outlives its process.
            StoredInstance loaded = await store.LoadAsync(owner, id, CancellationToken.None);
            saved.Add(id, loaded.State.ToArray());
            await store.SaveAsync(
                owner,
                new InstanceSave
                {
                    InstanceId = id,
                    LockVersion = loaded.LockVersion,
                    Status = loaded.Status,
                    State = loaded.State,
                    Bookmarks = saved[id].Length == sizeof(int) ? CrashProgram.Number(id, 1, CrashProgram.NumberOf(loaded)).Bookmarks : [],
                    Unlock = true,
                },
                CancellationToken.None);
            if (saved[id].Length == sizeof(int))
            {
                Assert.Equal(id, (await store.LoadByKeyAsync(owner, id, CancellationToken.None)).InstanceId);
                await store.UnlockAsync(owner, id, loaded.LockVersion + 1, CancellationToken.None);
            }
        }

        ledger.Check(saved);

        // What the application wrote in the transaction is there with its instances, and only then.
        Assert.Equal(
            saved.Where(instance => instance.Value.Length > sizeof(int)).Select(instance => instance.Key).Order(),
            file.Read("SELECT one FROM app_pair UNION ALL SELECT other FROM app_pair").Select(row => Guid.Parse((string)row[0]!)).Order());
        string[] children = ["workflow_bookmark", "workflow_instance_key", "workflow_promoted"];
        Assert.All(children, table => Assert.Equal(0L, file.ReadValue($"SELECT count(*) FROM {table} WHERE instance_sid NOT IN (SELECT instance_sid FROM workflow_instance)")));
        Assert.Equal(
            0L,
            file.ReadValue("SELECT count(*) FROM workflow_instance i JOIN workflow_bookmark b ON b.instance_sid = i.instance_sid WHERE (SELECT count(*) FROM workflow_bookmark WHERE instance_sid = i.instance_sid) <> 1"));
        await store.DeleteOwnerAsync(owner, CancellationToken.None);
    }
}
