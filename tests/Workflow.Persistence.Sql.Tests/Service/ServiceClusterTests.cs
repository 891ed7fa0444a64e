using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Crash;
using Xunit.Abstractions;

namespace Workflow.Persistence.Sql.Tests.Service;

/// <summary>
/// Runs the processes of a service, and kills and replaces one after the other. Each message must have its effect exactly once and in order, which SQL
/// queries verify. No message, bookmark, key, lock or lease may remain (regressions 1, 2, 3, 5, 9, 10, 12, 13, 14 and 17). WORKFLOW_SERVICE=50000 runs
/// 50,000 instances.
/// </summary>
public abstract class ServiceClusterTests(ITestOutputHelper output)
{
    private const int StepsPerKill = 5000, Short = 1000;

    private static readonly int
        Chunks = int.Parse(Environment.GetEnvironmentVariable("WORKFLOW_SERVICE") ?? "200", CultureInfo.InvariantCulture) / ServiceSender.ChunkSize,
        Instances = Chunks * ServiceSender.ChunkSize,
        Kills = Instances < Short ? 1 : 4;

    private readonly List<ServicePart> _parts = [];

    /// <summary>The numbers of the processes that are hosts only, clients only, and both.</summary>
    private protected abstract (int Hosts, int Clients, int Both) Parts { get; }

    private protected abstract CrashTarget Target { get; }

    [Fact]
    public async Task Messages_ProcessesAreKilled_HaveEffectOnceAndInOrder()
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
        output.WriteLine(FormattableString.Invariant(
            $"{Instances} instances with {StepsWorkflow.Messages} messages, {Parts}, {kills} kills: {whole.TotalSeconds:F1} s."));
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

            // The first process unloads waiting instances immediately, each other process after a longer time.
            _parts.Add(new ServicePart(
                database,
                kind,
                i,
                i * 300,
                sender < 0 ? 0 : Chunks * sender / senders,
                sender < 0 ? 0 : Chunks * (sender + 1) / senders));
        }

        _parts.ForEach(part => part.Start());
    }

    /// <summary>Kills and replaces one process after each 'step' effects, and releases suspended instances meanwhile. Returns the number of kills.</summary>
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

        // Fast processes can write all effects between two checks. A run without a kill proves nothing.
        Assert.NotEqual(0, kills);
        return kills;
    }

    private static async Task ContinueSuspendedAsync(SqlInstanceStore store)
    {
        await foreach (InstanceSummary suspended in store.QueryAsync(new InstanceQuery { IsSuspended = true }, CancellationToken.None))
        {
            Assert.Equal(ServiceSender.Reason, suspended.LastFailure);
            await store.ContinueAsync(suspended.InstanceId, CancellationToken.None);
        }
    }

    private async Task CheckAsync(CrashDatabase database)
    {
        const int Each = StepsWorkflow.Messages + 1;
        Assert.Equal((long)Instances * Each, await CountAsync(database, "app_step"));
        Assert.Equal((long)Instances * Each, await CountAsync(database, "(SELECT DISTINCT number, taken FROM app_step) AS one"));

        // The first effect precedes the messages and has the value 0. The value of each message is its position among the messages of the instance.
        Assert.Equal(0L, await CountAsync(database, "app_step WHERE value <> taken"));
        Assert.Equal((long)Instances, await CountAsync(database, "workflow.instances WHERE status = 'Closed'"));
        Assert.Equal((long)Instances, await CountAsync(database, "workflow.instances"));
        string leases = $"owner WHERE lease_until > {(Target.IsFile ? CrashTarget.FileTime : "workflow.store_time()")}";
        foreach (string rows in (string[])["message", "bookmark", "instance_key", "instance WHERE lock_owner IS NOT NULL", leases])
        {
            Assert.Equal(0L, await CountAsync(database, "workflow." + rows));
        }
    }

    /// <summary>A part of the service, which one process after the other runs.</summary>
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

            // A killed predecessor may have finished a chunk without reporting it. That chunk is sent again.
            int next = firstChunk + _finished.Count;
            _process = database.Start(
                null,
                ServiceProcess.Mode,
                kind,
                Name,
                timeToUnload.ToString(CultureInfo.InvariantCulture),
                next.ToString(CultureInfo.InvariantCulture),
                endChunk.ToString(CultureInfo.InvariantCulture));
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

            // Ends the lease at once, instead of a wait of a minute. A statement of the killed process that the server still runs finds the lease ended.
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
