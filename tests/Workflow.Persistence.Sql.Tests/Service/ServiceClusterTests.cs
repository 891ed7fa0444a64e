using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Crash;
using Xunit.Abstractions;

namespace Workflow.Persistence.Sql.Tests.Service;

/// <summary>
/// The processes of a service, of which one after the other is killed and replaced. Each message has had its effect once and in order, counted by SQL; nothing is left over
/// (regressions 1, 2, 3, 5, 9, 10, 12, 13, 14 and 17). WORKFLOW_SERVICE=50000 runs that many instances.
/// </summary>
public abstract class ServiceClusterTests(ITestOutputHelper output)
{
    private const int StepsPerKill = 5000, Short = 1000;

    private static readonly int Chunks = int.Parse(Environment.GetEnvironmentVariable("WORKFLOW_SERVICE") ?? "200", CultureInfo.InvariantCulture) / ServiceSender.ChunkSize,
        Instances = Chunks * ServiceSender.ChunkSize,
        Kills = Instances < Short ? 1 : 4;

    private readonly List<ServicePart> _parts = [];

    /// <summary>The parts of the service: how many hosts, how many clients, and how many processes that are both.</summary>
    private protected abstract (int Hosts, int Clients, int Both) Parts { get; }

    private protected abstract CrashTarget Target { get; }

    [Fact]
    public async Task Messages_ToAServiceWhoseProcessesAreKilled_HaveTheirEffectOnceAndInOrder()
    {
        await using CrashDatabase database = new(Target);
        await using SqlInstanceStore store = Target.Open(Target.Source(), ServiceProcess.Options());
        await store.EnsureSchemaAsync(CancellationToken.None);
        await database.RunAsync("CREATE TABLE app_step (number integer NOT NULL, taken integer NOT NULL, value integer NOT NULL)");
        long since = TimeProvider.System.GetTimestamp();
        int kills;
        try
        {
            AddParts(database);
            kills = await KillUntilAllHaveCompletedAsync(database, store);
            foreach (ServicePart part in _parts)
            {
                await part.EndAsync();
            }
        }
        finally
        {
            _parts.ForEach(part => part.Dispose());
        }

        TimeSpan whole = TimeProvider.System.GetElapsedTime(since);
        output.WriteLine(FormattableString.Invariant($"{Instances} instances with {StepsWorkflow.Messages} messages, {Parts}, {kills} kills: {whole.TotalSeconds:F1} s."));
        await CheckAsync(database);
    }

    private static Task<long> CountAsync(CrashDatabase database, string from) => ClusterInvariants.CountAsync(database, from);

    private void AddParts(CrashDatabase database)
    {
        (int hosts, int clients, int both) = Parts;
        int senders = clients + both;
        for (int i = 0; i < hosts + senders; i++)
        {
            int sender = i - hosts;
            string kind = i < hosts ? ServiceProcess.Host : i < hosts + clients ? ServiceProcess.Client : ServiceProcess.Both;

            // One of the hosts unloads what waits at once, the others later.
            _parts.Add(new ServicePart(database, kind, i, i * 300, sender < 0 ? 0 : Chunks * sender / senders, sender < 0 ? 0 : Chunks * (sender + 1) / senders));
        }

        _parts.ForEach(part => part.Start());
    }

    /// <summary>Kills a process each time so many effects were written, and starts another one in its place. Meanwhile suspended instances are continued.</summary>
    private async Task<int> KillUntilAllHaveCompletedAsync(CrashDatabase database, SqlInstanceStore store)
    {
        const int Each = StepsWorkflow.Messages + 1;
        long all = (long)Instances * Each, step = Math.Min(StepsPerKill, all / (Kills + 1)), next = step, last = 0;
        int kills = 0;
        long progress = TimeProvider.System.GetTimestamp();
        while (!_parts.TrueForAll(part => part.HasSentAll) || await CountAsync(database, "workflow.instances WHERE completed IS NULL") > 0)
        {
            _parts.ForEach(part => part.CheckRuns());
            await ContinueSuspendedAsync(store);
            long effects = await CountAsync(database, "app_step");
            if (effects != last)
            {
                (last, progress) = (effects, TimeProvider.System.GetTimestamp());
            }

            Assert.True(TimeProvider.System.GetElapsedTime(progress) < HangGuard.Limit, $"Nothing goes on: {effects} of {all} effects are there.");
            if (effects >= next && effects < all)
            {
                ServicePart victim = _parts[kills++ % _parts.Count];
                await victim.ReplaceAsync();
                next = effects + step;
            }

            await Task.Delay(TimeSpan.FromMilliseconds(5), TimeProvider.System);
        }

        // A fast process can write more between two looks than it should have been allowed to.
        Assert.NotEqual(0, kills);
        return kills;
    }

    private static async Task ContinueSuspendedAsync(SqlInstanceStore store)
    {
        await foreach (InstanceSummary suspended in store.QueryAsync(new InstanceQuery { IsSetAside = true }, CancellationToken.None))
        {
            Assert.Equal(ServiceSender.Reason, suspended.LastFailure);
            await store.ReleaseAsync(suspended.InstanceId, CancellationToken.None);
        }
    }

    private async Task CheckAsync(CrashDatabase database)
    {
        const int Each = StepsWorkflow.Messages + 1;
        Assert.Equal((long)Instances * Each, await CountAsync(database, "app_step"));
        Assert.Equal((long)Instances * Each, await CountAsync(database, "(SELECT DISTINCT number, taken FROM app_step) AS one"));

        // The first step is taken before a message; then the value of each message is its place among those of the instance.
        Assert.Equal(0L, await CountAsync(database, "app_step WHERE value <> taken"));
        Assert.Equal((long)Instances, await CountAsync(database, "workflow.instances WHERE status = 'Closed'"));
        Assert.Equal((long)Instances, await CountAsync(database, "workflow.instances"));
        string leases = $"owner WHERE lease_until > {(Target.IsFile ? CrashTarget.FileTime : "workflow.store_time()")}";
        foreach (string rows in (string[])["message", "bookmark", "instance_key", "instance WHERE lock_owner IS NOT NULL", leases])
        {
            Assert.Equal(0L, await CountAsync(database, "workflow." + rows));
        }
    }

    /// <summary>One process of the service at a time.</summary>
    private sealed class ServicePart(CrashDatabase database, string kind, int number, int timeToUnload, int firstChunk, int endChunk) : IDisposable
    {
        private readonly ConcurrentBag<int> _finished = [];
        private Process? _process;
        private int _started;

        public bool HasSentAll => _finished.Count >= endChunk - firstChunk;

        private string Name => string.Create(CultureInfo.InvariantCulture, $"part{number}-{_started}");

        public void Start()
        {
            _started++;

            // Its predecessor may have finished a chunk and not said it: it is sent again.
            int next = firstChunk + _finished.Count;
            _process = database.Start(
                null, ServiceProcess.Mode, kind, Name, timeToUnload.ToString(CultureInfo.InvariantCulture), next.ToString(CultureInfo.InvariantCulture), endChunk.ToString(CultureInfo.InvariantCulture));
            _process.OutputDataReceived += (_, line) =>
            {
                if (line.Data?.StartsWith(ServiceSender.Finished, StringComparison.Ordinal) == true)
                {
                    _finished.Add(int.Parse(line.Data.AsSpan(ServiceSender.Finished.Length), CultureInfo.InvariantCulture));
                }
            };
            _process.BeginOutputReadLine();
        }

        public void CheckRuns() => Assert.False(_process!.HasExited, $"The process '{Name}' has failed; its failure is in the output.");

        public async Task ReplaceAsync()
        {
            string killed = Name;
            _process!.Kill();
            await _process.WaitForExitAsync();
            _process.Dispose();
            Start();

            // What time does after a minute. A statement that the server still runs for the killed process finds its owner gone.
            await database.EndLeasesAsync(killed);
        }

        public async Task EndAsync()
        {
            _process!.StandardInput.Close();
            await _process.WaitForExitAsync().WaitAsync(HangGuard.Limit);
            Assert.Equal(0, _process.ExitCode);
        }

        public void Dispose()
        {
            if (_process is { } process)
            {
                process.Kill();
                process.Dispose();
            }
        }
    }
}
