using System.Data.Common;
using System.Globalization;
using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Crash;
using Workflow.Persistence.Sql.Tests.Reporting;
using Xunit.Abstractions;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>
/// Hosts run many instances with timers, messages and transactions on one database, while faults are injected into it. Each instance must complete and have
/// each of its effects exactly once, and no lock may remain (regressions 3, 19, 21 and 25). WORKFLOW_STRESS=50 runs 50 rounds instead of one, and
/// WORKFLOW_SEED determines the order of the faults.
/// </summary>
public abstract class StressTests(ITestOutputHelper output)
{
    private const int Hosts = 2, InstancesPerFault = 8;

    /// <summary>
    /// The most injections of one fault. A fault is repeated if it had no effect: fast hosts can complete their instances first, and some faults are rare.
    /// </summary>
    private const int MostInjections = 3;

    private static readonly int Rounds = int.Parse(Environment.GetEnvironmentVariable("WORKFLOW_STRESS") ?? "1", CultureInfo.InvariantCulture),
        Seed = int.Parse(Environment.GetEnvironmentVariable("WORKFLOW_SEED") ?? "12", CultureInfo.InvariantCulture);

    /// <summary>The faults with their names. An injection ends when the database works again.</summary>
    private protected abstract IReadOnlyList<(string Name, Func<StressRun, Task> Inject)> Faults { get; }

    [Fact]
    public async Task Hosts_FaultsInDatabase_CompleteEachInstanceOnce()
    {
        Random random = new(Seed);
        int instances = 0;
        await RunAsync(random, Survives, async (run, starter) =>
        {
            for (int round = 0; round < Rounds; round++)
            {
                foreach ((string name, Func<StressRun, Task> inject) in Shuffled(random))
                {
                    int before = run.Failures, warningsBefore = run.Warnings;
                    long since = TimeProvider.System.GetTimestamp();
                    for (int i = 0; i < MostInjections && run.Failures + run.Warnings == before + warningsBefore; i++)
                    {
                        instances += await StartAsync(starter);
                        await inject(run);
                        await run.CompleteAsync();
                    }

                    output.WriteLine(
                        $"{name}: {run.Failures - before} failures, {run.Warnings - warningsBefore} warnings, {TimeProvider.System.GetElapsedTime(since).TotalSeconds:F1} s.");
                }
            }

            Assert.True(run.Failures + run.Warnings > 0, "No fault had an effect.");
            return instances;
        });
    }

    /// <summary>Without faults, no call fails, and the store causes no deadlock.</summary>
    [Fact]
    public async Task Hosts_NoFaults_HaveNoFailureOrDeadlock()
    {
        int failures = await RunAsync(new Random(Seed), null, async (run, starter) =>
        {
            int instances = 0;
            for (int i = 0; i < Rounds * Faults.Count; i++)
            {
                instances += await StartAsync(starter);
            }

            await run.CompleteAsync();
            return instances;
        });
        Assert.Equal(0, failures);
    }

    /// <summary>Creates the database with the schema and the table of the application.</summary>
    private protected abstract Task<CrashDatabase> CreateAsync();

    /// <summary>Returns the data source of one host. The faults affect its connections.</summary>
    private protected abstract DbDataSource HostSource(CrashDatabase database);

    /// <summary>Returns the number of deadlocks that the server has counted.</summary>
    private protected abstract Task<long> DeadlocksAsync(CrashDatabase database);

    /// <summary>
    /// Returns true for the failures that faults in a database can cause. A transaction that was not committed ends its workflow as canceled.
    /// </summary>
    private static bool Survives(Exception failure) =>
        failure is InstancePersistenceException or DbException or TransactionException or WorkflowApplicationException or OperationCanceledException;

    private async Task<int> RunAsync(Random random, Func<Exception, bool>? survives, Func<StressRun, SqlInstanceStore, Task<int>> work)
    {
        await using CrashDatabase database = await CreateAsync();
        long deadlocks = await DeadlocksAsync(database);
        await using SqlInstanceStore starter = database.Open();
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(starter, null, WorkflowIdentityFilter.Any);
        List<DbDataSource> sources = [.. Enumerable.Range(0, Hosts).Select(_ => HostSource(database))];
        RecordingLogger log = new();
        List<SqlInstanceStore> stores = [.. sources.Select(source => new SqlInstanceStore(source, Options(database, log, hasFaults: survives is not null)))];
        List<ClusterHost> hosts = [.. stores.Select((store, number) => new ClusterHost(database.Target, sources[number], store, $"host {number}", survives))];
        StressRun run = new(database, hosts, log, random);
        int instances = await WithHostsAsync(hosts, () => work(run, starter));
        await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(starter);
        await ClusterInvariants.CheckAsync(database, instances);
        await database.UntilNoneAsync("workflow.owner");
        for (int i = 0; i < Hosts; i++)
        {
            await stores[i].DisposeAsync();
            await sources[i].DisposeAsync();
        }

        // Sessions report their statistics when they end.
        Assert.True(survives is not null || await DeadlocksAsync(database) == deadlocks, "The store was in a deadlock with itself.");
        return run.Failures;
    }

    /// <summary>Runs the work while the hosts run, and always stops the hosts.</summary>
    private static async Task<int> WithHostsAsync(List<ClusterHost> hosts, Func<Task<int>> work)
    {
        TaskCompletionSource stop = new();
        Task[] running = [.. hosts.Select(host => Task.Run(() => host.RunAsync(stop.Task)))];
        Task<int> working = Task.Run(work);
        await Task.WhenAny([working, .. running]);
        Task ended = Task.WhenAll(running);
        if (!working.IsCompleted)
        {
            await Task.WhenAny(running).Unwrap();
            Assert.Fail("A host has ended.");
        }

        stop.SetResult();
        await Task.WhenAny(ended, Task.Delay(HangGuard.Limit, TimeProvider.System));

        // Awaits the work first: its failure explains more than that of a host which does not end because of it.
        int instances = await working;
        await ended.WaitAsync(TimeSpan.Zero);
        return instances;
    }

    private static async Task<int> StartAsync(SqlInstanceStore starter)
    {
        await Task.WhenAll(Enumerable.Range(0, InstancesPerFault).Select(_ => ClusterHost.StartAsync(starter)));
        return InstancesPerFault;
    }

    private (string Name, Func<StressRun, Task> Inject)[] Shuffled(Random random)
    {
        (string Name, Func<StressRun, Task> Inject)[] faults = [.. Faults];
        random.Shuffle(faults);
        return faults;
    }

    /// <summary>Creates options with few and short retries if there are faults, so that the faults reach the hosts.</summary>
    private static SqlInstanceStoreOptions Options(CrashDatabase database, RecordingLogger log, bool hasFaults)
    {
        SqlInstanceStoreOptions options = ClusterProgram.Options();
        options.SchemaName = database.Target.Schema;
        options.Logger = log;
        if (!hasFaults)
        {
            return options;
        }

        options.CommandTimeout = TimeSpan.FromSeconds(1);
        options.LeaseRenewalPeriod = TimeSpan.FromSeconds(2);
        options.MaxRetryAttempts = 2;
        options.RetryDelay = TimeSpan.FromMilliseconds(5);
        return options;
    }
}
