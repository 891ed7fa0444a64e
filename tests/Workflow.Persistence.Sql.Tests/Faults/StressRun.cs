using Microsoft.Extensions.Logging;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Crash;
using Workflow.Persistence.Sql.Tests.Reporting;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>Hosts that run instances while faults are injected into their database.</summary>
/// <param name="database">The database, on a way that no fault cuts.</param>
/// <param name="hosts">The hosts.</param>
/// <param name="log">What the stores of the hosts log.</param>
/// <param name="random">Chooses.</param>
internal sealed class StressRun(CrashDatabase database, IReadOnlyList<ClusterHost> hosts, RecordingLogger log, Random random)
{
    public CrashDatabase Database => database;

    public Random Random => random;

    /// <summary>Failures that the hosts have survived.</summary>
    public int Failures => hosts.Sum(host => host.Failures);

    /// <summary>What the stores have warned of. A host that waits for work does not fail when its store cannot look for it.</summary>
    public int Warnings => log.Events.Count(logged => logged.Level >= LogLevel.Warning);

    /// <summary>Waits until a condition holds, or until there is nothing left for the hosts to do.</summary>
    public async Task UntilAsync(Func<bool> isMet)
    {
        long since = TimeProvider.System.GetTimestamp();
        while (!isMet() && await ClusterInvariants.CountAsync(database, "workflow.instance") > 0)
        {
            if (TimeProvider.System.GetElapsedTime(since) > HangGuard.Limit)
            {
                Assert.Fail($"A fault has no effect, and the instances do not complete. {await LeftAsync()}");
            }

            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System);
        }
    }

    /// <summary>Waits until hosts and stores have met a fault several times, or until there is nothing left to do.</summary>
    public Task UntilFailureAsync()
    {
        int before = Failures + Warnings;
        return UntilAsync(() => Failures + Warnings > before + 4);
    }

    /// <summary>Waits until all instances have completed.</summary>
    public async Task CompleteAsync()
    {
        long since = TimeProvider.System.GetTimestamp(), last = -1;
        while (await ClusterInvariants.CountAsync(database, "workflow.instance") > 0)
        {
            long effects = await ClusterInvariants.CountAsync(database, "app_effect");
            if (effects != last)
            {
                (last, since) = (effects, TimeProvider.System.GetTimestamp());
            }

            if (TimeProvider.System.GetElapsedTime(since) > 2 * HangGuard.Limit)
            {
                Assert.Fail($"The instances do not complete: {effects} effects are there. {await LeftAsync()}");
            }

            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System);
        }
    }

    /// <summary>What is known of the instances that are left.</summary>
    private async Task<string> LeftAsync() => string.Join(
        "; ", (await database.ReadAsync("SELECT instance_id, status, due, owner_name, attempts, retry_at, last_error, active_bookmarks FROM workflow.instances")).Select(row => string.Join(", ", row)));
}
