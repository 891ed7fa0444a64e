using System.Diagnostics;
using System.Globalization;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Servers;
using Xunit.Abstractions;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>
/// Runs four host processes on one PostgreSQL database, and repeatedly kills and replaces one of them. Each instance must complete, and have each of its
/// effects exactly once (regressions 1, 9, 10, 13, 14, 17, 19 and 22). WORKFLOW_CLUSTER=20000 runs 20,000 instances.
/// </summary>
[RequiresServer(ServerKind.PostgreSql)]
public sealed class ClusterTests(PostgreSqlTestDatabase server, ITestOutputHelper output) : IClassFixture<PostgreSqlTestDatabase>
{
    private const int Hosts = 4, StartedAtOnce = 64, EffectsPerKill = 1500, Short = 1000;

    private static readonly int Instances = int.Parse(Environment.GetEnvironmentVariable("WORKFLOW_CLUSTER") ?? "200", CultureInfo.InvariantCulture),
        FewestKills = Instances < Short ? 1 : 4;

    private readonly List<Process> _hosts = [];
    private int _started;

    [Fact]
    public async Task Hosts_KilledAgain_CompleteEachInstanceOnce()
    {
        await using CrashDatabase database = new(new CrashTarget(string.Empty, server.ConnectionString, "cluster"));
        await using SqlInstanceStore store = database.Open();
        await store.EnsureSchemaAsync(CancellationToken.None);
        await database.RunAsync("CREATE TABLE app_effect (id uuid NOT NULL, step integer NOT NULL)");
        long since = TimeProvider.System.GetTimestamp();
        await StartInstancesAsync(store);
        TimeSpan starting = TimeProvider.System.GetElapsedTime(since);
        int kills;
        try
        {
            for (int i = 0; i < Hosts; i++)
            {
                _hosts.Add(StartHost(database));
            }

            kills = await KillUntilAllHaveCompletedAsync(database);
            await EndHostsAsync();
        }
        finally
        {
            _hosts.ForEach(host => host.Kill());
        }

        TimeSpan whole = TimeProvider.System.GetElapsedTime(since);
        output.WriteLine(FormattableString.Invariant(
            $"{Instances} instances, {Hosts} hosts, {kills} kills: started in {starting.TotalSeconds:F1} s, completed in {whole.TotalSeconds:F1} s."));
        await ClusterInvariants.CheckAsync(database, Instances);
        Assert.Equal(0L, await ClusterInvariants.CountAsync(database, "workflow.owner WHERE lease_until > workflow.store_time()"));
        Assert.Equal(0L, await database.ReadValueAsync("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"));
    }

    private static async Task StartInstancesAsync(SqlInstanceStore store)
    {
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any);
        await Parallel.ForEachAsync(
            Enumerable.Range(0, Instances),
            new ParallelOptions { MaxDegreeOfParallelism = StartedAtOnce },
            async (_, _) => await ClusterHost.StartAsync(store));
        await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(store);
    }

    private Process StartHost(CrashDatabase database) => database.Start(null, ClusterProgram.Mode, FormattableString.Invariant($"host{++_started}"));

    /// <summary>Kills and replaces one host after each 'step' effects of all hosts. Returns the number of kills.</summary>
    private async Task<int> KillUntilAllHaveCompletedAsync(CrashDatabase database)
    {
        long all = (long)Instances * ClusterHost.Effects, step = Math.Min(EffectsPerKill, all / (FewestKills + 1)), next = step, last = 0;
        int kills = 0;
        long progress = TimeProvider.System.GetTimestamp();
        while (await ClusterInvariants.CountAsync(database, "workflow.instances") > 0)
        {
            Assert.All(_hosts, host => Assert.False(host.HasExited, "A host has failed; its failure is in the output."));
            long effects = await ClusterInvariants.CountAsync(database, "app_effect");
            if (effects != last)
            {
                (last, progress) = (effects, TimeProvider.System.GetTimestamp());
            }

            Assert.True(TimeProvider.System.GetElapsedTime(progress) < HangGuard.Limit, $"Nothing goes on: {effects} of {all} effects are there.");
            if (effects >= next && effects < all)
            {
                int victim = kills++ % Hosts;
                await ReplaceAsync(database, victim);
                next = effects + step;
            }

            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }

        // Fast hosts can write more effects between two checks, so that fewer hosts are killed.
        Assert.True(kills >= Math.Max(1, FewestKills - 1), $"Only {kills} hosts were killed.");
        return kills;
    }

    private async Task ReplaceAsync(CrashDatabase database, int victim)
    {
        Process killed = _hosts[victim];
        string name = killed.StartInfo.ArgumentList[^1];
        killed.Kill();
        await killed.WaitForExitAsync();
        killed.Dispose();
        _hosts[victim] = StartHost(database);

        // Ends the lease at once, instead of a wait of a minute. If the server still runs a statement of the killed host, the statement finds the lease ended.
        await database.EndLeasesAsync(name);
    }

    private async Task EndHostsAsync()
    {
        foreach (Process host in _hosts)
        {
            host.StandardInput.Close();
            await host.WaitForExitAsync().WaitAsync(HangGuard.Limit);
            Assert.Equal(0, host.ExitCode);
        }
    }
}
