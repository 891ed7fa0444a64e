using Microsoft.Extensions.Logging;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Crash;
using Workflow.Persistence.Sql.Tests.Reporting;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>Hosts that run instances while faults are injected into their database.</summary>
/// <param name="database">The database, with a connection that no fault affects.</param>
/// <param name="hosts">The hosts.</param>
/// <param name="log">The log of the stores of the hosts.</param>
/// <param name="random">The random numbers of the test.</param>
internal sealed class StressRun(CrashDatabase database, IReadOnlyList<ClusterHost> hosts, RecordingLogger log, Random random)
{
    public CrashDatabase Database => database;

    public Random Random => random;

    /// <summary>The number of failures that the hosts have survived.</summary>
    public int Failures => hosts.Sum(host => host.Failures);

    /// <summary>The number of warnings of the stores. A host that waits for work does not fail when its store cannot search for work.</summary>
    public int Warnings => log.Events.Count(logged => logged.Level >= LogLevel.Warning);

    /// <summary>Waits until a condition is met, or until all instances have completed.</summary>
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

    /// <summary>Waits until hosts and stores have reported several failures or warnings, or until all instances have completed.</summary>
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

    /// <summary>Returns a text about the remaining instances.</summary>
    private async Task<string> LeftAsync() => string.Join(
        "; ",
        (await database.ReadAsync(
            "SELECT instance_id, status, due, owner_name, attempts, retry_at, last_error, active_bookmarks FROM workflow.instances"))
            .Select(row => string.Join(", ", row)));
}
