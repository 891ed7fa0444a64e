using System.Diagnostics;
using System.Globalization;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>
/// Tests that kill processes at random times and at each step, and suspend a process while another one takes its instance (regressions 9, 12 and 22). With
/// WORKFLOW_KILLS=500, each of the first two tests kills 500 processes.
/// </summary>
public abstract class CrashTests
{
    private const int MostLines = 80;

    private static readonly int Kills = int.Parse(Environment.GetEnvironmentVariable("WORKFLOW_KILLS") ?? "1", CultureInfo.InvariantCulture);

    [Fact]
    public async Task Process_KilledAtRandomTime_LosesAndDuplicatesNothing()
    {
        await using CrashDatabase database = await CreateAsync();
        Random random = new(12);
        for (int round = 1; round <= Kills; round++)
        {
            using Process process = database.Start(null, CrashProgram.Mode, $"{round}");
            try
            {
                // With zero lines, the process is killed right after its start.
                for (int lines = random.Next(MostLines); lines > 0; lines--)
                {
                    database.Ledger.Add((await process.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit))!);
                }
            }
            finally
            {
                process.Kill();
            }

            await database.ListenAsync(process);
            await database.CheckAsync();
        }

        Assert.True(database.Ledger.Saves > 0, "No process has saved anything.");
    }

    /// <summary>
    /// The steps are the begin, the end and the commit of each statement on SQLite, and the requests and answers on PostgreSQL. They include the creation
    /// of the schema and the purge.
    /// </summary>
    [Fact]
    public async Task Process_KilledAtStep_LosesAndDuplicatesNothing()
    {
        int steps;
        await using (CrashDatabase whole = await CreateAsync())
        {
            steps = (await RunAsync(whole, 0))!.Value;
            await whole.CheckAsync();
        }

        Random random = new(35);
        for (int kill = 0; kill < Kills; kill++)
        {
            // Distributes the kills over all steps. With enough kills, the test kills at every step.
            int first = 1 + (kill % steps * steps / Math.Min(Kills, steps)), step = Kills < steps ? first + random.Next(steps / Kills) : first;
            await using CrashDatabase database = await CreateAsync();
            await RunAsync(database, step);
            await database.CheckAsync();
        }
    }

    [Fact]
    public async Task Process_SuspendedDuringTakeover_CannotSave()
    {
        await using CrashDatabase database = await CreateAsync();
        using Process stopped = database.Start(null, CrashProgram.Holding, "1");
        try
        {
            Guid id = await HeldAsync(stopped);
            await CrashDatabase.SignalAsync(stopped, "STOP");
            await database.EndLeasesAsync();
            await using SqlInstanceStore store = database.Open();
            InstanceOwner successor = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
            StoredInstance loaded = (await store.TryLoadRunnableAsync(successor, default, CancellationToken.None))!;
            Assert.Equal((id, 1), (loaded.InstanceId, CrashProgram.NumberOf(loaded)));
            await store.SaveAsync(successor, CrashProgram.Number(id, loaded.LockVersion, 2), CancellationToken.None);

            await CrashDatabase.SignalAsync(stopped, "CONT");
            await stopped.StandardInput.WriteLineAsync();
            Assert.Equal(CrashProgram.Lost, await stopped.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit));
            Assert.Equal(2, CrashProgram.NumberOf(await store.LoadAsync(successor, InstanceLoad.ById(id), CancellationToken.None)));
        }
        finally
        {
            stopped.Kill();
        }
    }

    /// <summary>The lease of the killed process has not expired. The next process does not wait until the lease expires.</summary>
    [LinuxFact]
    public async Task Process_Killed_NextProcessTakesInstance()
    {
        await using CrashDatabase database = await CreateAsync();
        using Process killed = database.Start(null, CrashProgram.Holding, "1");
        Guid id = await HeldAsync(killed);
        await CrashDatabase.SignalAsync(killed, "KILL");
        await killed.WaitForExitAsync().WaitAsync(HangGuard.Limit);
        await using (SqlInstanceStore waiting = database.Open(new SqlInstanceStoreOptions { DetectsEndedProcesses = false }))
        {
            Assert.Null(await TryLoadAsync(waiting));
        }

        await using SqlInstanceStore store = database.Open();
        StoredInstance loaded = (await TryLoadAsync(store))!;
        Assert.Equal((id, 1), (loaded.InstanceId, CrashProgram.NumberOf(loaded)));
    }

    /// <summary>A process that already runs detects the end of the killed process when it renews its lease.</summary>
    [LinuxFact]
    public async Task Process_Killed_OtherProcessTakesInstanceAtRenewal()
    {
        await using CrashDatabase database = await CreateAsync();
        using Process killed = database.Start(null, CrashProgram.Holding, "1");
        Guid id = await HeldAsync(killed);
        await using SqlInstanceStore store = database.Open(new SqlInstanceStoreOptions { LeaseRenewalPeriod = TimeSpan.FromSeconds(1) });
        InstanceOwner beside = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        Assert.Null(await store.TryLoadRunnableAsync(beside, default, CancellationToken.None));
        await CrashDatabase.SignalAsync(killed, "KILL");
        await killed.WaitForExitAsync().WaitAsync(HangGuard.Limit);
        StoredInstance? loaded = null;
        for (int attempts = 0; loaded is null && attempts < 50; attempts++)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System);
            await store.RenewOwnerAsync(beside, CancellationToken.None);
            loaded = await store.TryLoadRunnableAsync(beside, default, CancellationToken.None);
        }

        Assert.Equal(id, loaded?.InstanceId);
    }

    [LinuxFact]
    public async Task Process_Suspended_KeepsInstanceUntilLeaseEnds()
    {
        await using CrashDatabase database = await CreateAsync();
        using Process stopped = database.Start(null, CrashProgram.Holding, "1");
        try
        {
            Guid id = await HeldAsync(stopped);
            await CrashDatabase.SignalAsync(stopped, "STOP");
            await using SqlInstanceStore store = database.Open();
            Assert.Null(await TryLoadAsync(store));
            await database.EndLeasesAsync();
            Assert.Equal(id, (await TryLoadAsync(store))?.InstanceId);
        }
        finally
        {
            stopped.Kill();
        }
    }

    /// <summary>Creates a database that contains only the table of the application.</summary>
    private protected abstract Task<CrashDatabase> CreateAsync();

    /// <summary>
    /// Runs a process that is killed at a step, or not at all if the step is zero. Returns the number of its steps. Null if the process was killed.
    /// </summary>
    private protected abstract Task<int?> RunAsync(CrashDatabase database, int step);

    /// <summary>Reads the id of the instance that a process holds.</summary>
    private static async Task<Guid> HeldAsync(Process process)
    {
        string[] waiting = (await process.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit))!.Split(' ');
        Assert.Equal(CrashProgram.Waiting, waiting[0]);
        return Guid.Parse(waiting[1]);
    }

    /// <summary>Creates an owner and tries to load a runnable instance, as the next process does.</summary>
    private static async Task<StoredInstance?> TryLoadAsync(SqlInstanceStore store)
    {
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        return await store.TryLoadRunnableAsync(owner, default, CancellationToken.None);
    }
}
