using System.Collections.Concurrent;
using Dapper;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Persistence.Sql;
using Workflow.Statements;

namespace Workflow.Extensions.Hosting.Tests.Service;

/// <summary>
/// Tests of two hosts on one SQLite file whose clocks differ. Instances work for some seconds without a save, while the hosts renew their leases and look for
/// runnable instances. The time passes as on the machine; only its value is different.
/// </summary>
public sealed class ClockTests : IDisposable
{
    private const int Count = 20;

    private static readonly TimeSpan Work = TimeSpan.FromSeconds(4);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("workflow-clock-");

    public void Dispose()
    {
        SqliteConnection.ClearAllPools();
        _folder.Delete(recursive: true);
    }

    /// <summary>A host whose clock is set may lose its own owner, and then its instances run once more. It must not take those of the other host.</summary>
    [Fact]
    public Task Clock_IsSetWhileInstancesWork_TakesNoInstanceOfTheOtherHost() => Task.WhenAll(new[] { 3 * 24 * 60, -3 * 24 * 60, 5, -5 }.Select(async minutes =>
    {
        SetClock clock = new();
        ClockRun run = await RunAsync(clock, async () =>
        {
            await PauseAsync();
            clock.Offset = TimeSpan.FromMinutes(minutes);
        });
        Assert.All(run.Executions, hosts => Assert.True(hosts is ["steady"] or ["set"] or ["set", _], string.Join(", ", hosts)));
        AssertUnharmed(run);
    }));

    [Fact]
    public Task Clock_DiffersFromTheStart_RunsEachInstanceOnce() => Task.WhenAll(new[] { 365 * 24 * 60, -365 * 24 * 60, 5, -5 }.Select(async minutes =>
    {
        ClockRun run = await RunAsync(new SetClock { Offset = TimeSpan.FromMinutes(minutes) }, PauseAsync);
        Assert.All(run.Executions, hosts => Assert.Single(hosts));
        AssertUnharmed(run);
    }));

    /// <summary>Asserts that all instances have completed without a counted failure, and that both hosts have run some.</summary>
    private static void AssertUnharmed(ClockRun run)
    {
        Assert.Equal(Count, run.Executions.Count);
        Assert.All(run.Infos, info => Assert.Equal((WorkflowInstanceState.Completed, 0), (info.State, info.FailureCount)));
        Assert.Equal(["set", "steady"], run.Executions.Select(hosts => hosts[0]).Distinct().Order());
    }

    /// <summary>Runs instances in a host with the given clock and one with the clock of the machine.</summary>
    private async Task<ClockRun> RunAsync(SetClock clock, Func<Task> whileInstancesWork)
    {
        ConcurrentDictionary<Guid, ConcurrentQueue<string>> executions = new();
        string file = Path.Combine(_folder.FullName, $"{Guid.NewGuid():N}.db");
        await using SqlInstanceStore oneStore = await OpenAsync(file, clock), otherStore = await OpenAsync(file, TimeProvider.System);
        using IHost one = Build(oneStore, clock, "set", executions), other = Build(otherStore, TimeProvider.System, "steady", executions);
        await Task.WhenAll(one.StartAsync(), other.StartAsync()).WaitAsync(HangGuard.Limit);

        // A host creates its owner in the background, and the first check of a process may end owners whose clock is behind. When both owners exist, both have
        // checked.
        await Eventually.TrueAsync(() => HaveOwnersAsync(file), () => "both hosts have an owner");
        WorkflowClient client = one.Services.GetRequiredService<WorkflowClient>(), otherClient = other.Services.GetRequiredService<WorkflowClient>();
        for (int i = 0; i < Count; i++)
        {
            await (i % 2 == 0 ? client : otherClient).StartAsync("work");
        }

        await Eventually.TrueAsync(() => executions.Count == Count, "all instances work");
        await whileInstancesWork();
        List<WorkflowInstanceInfo> infos = [];
        await Eventually.TrueAsync(
            async () => (infos = await otherClient.QueryAsync().ToListAsync()).TrueForAll(info => info.State == WorkflowInstanceState.Completed),
            () => string.Join(", ", infos.Select(info => $"{info.State} {info.Reason}")));
        await Task.WhenAll(one.StopAsync(), other.StopAsync()).WaitAsync(HangGuard.Limit);
        return new ClockRun([.. executions.Values.Select(hosts => hosts.ToArray())], infos);
    }

    /// <summary>Returns true if both hosts have an owner.</summary>
    private static async Task<bool> HaveOwnersAsync(string file)
    {
        await using SqliteConnection connection = new($"Data Source={file};Mode=ReadOnly");
        return await connection.ExecuteScalarAsync<int>("SELECT count(*) FROM workflow_owner") == 2;
    }

    private static IHost Build(SqlInstanceStore store, TimeProvider clock, string name, ConcurrentDictionary<Guid, ConcurrentQueue<string>> executions)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddSingleton(clock);
        builder.Services.AddWorkflow(workflow => workflow
            .UseStore(store)
            .AddDefinition("work", 1, new Sequence
            {
                Activities =
                {
                    new Do(context => executions.GetOrAdd(context.WorkflowInstanceId, _ => new ConcurrentQueue<string>()).Enqueue(name)),
                    new DoAsync(cancellationToken => Task.Delay(Work, TimeProvider.System, cancellationToken)),
                },
            }));
        return builder.Build();
    }

    private static async Task<SqlInstanceStore> OpenAsync(string file, TimeProvider clock)
    {
        SqlInstanceStore store = SqlInstanceStore.OpenSqlite(
            file,
            new SqlInstanceStoreOptions
            {
                TimeProvider = clock,
                CompletionAction = InstanceCompletionAction.DeleteNothing,
                LeaseRenewalPeriod = TimeSpan.FromSeconds(1),
                RunnableDetectionPeriod = TimeSpan.FromMilliseconds(100),
            });
        await store.EnsureSchemaAsync(CancellationToken.None);
        return store;
    }

    /// <summary>Waits for at least one renewal of each lease, and for several searches for runnable instances.</summary>
    private static Task PauseAsync() => Task.Delay(TimeSpan.FromSeconds(1.5), TimeProvider.System);

    /// <summary>The clock of the machine plus an offset, which a test can change.</summary>
    private sealed class SetClock : TimeProvider
    {
        private long _offset;

        public TimeSpan Offset
        {
            get => new(Interlocked.Read(ref _offset));
            set => Interlocked.Exchange(ref _offset, value.Ticks);
        }

        public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + Offset;
    }

    /// <summary>The outcome of a run.</summary>
    /// <param name="Executions">For each instance the names of the hosts that have executed it, in order.</param>
    /// <param name="Infos">The final states.</param>
    private sealed record ClockRun(IReadOnlyList<string[]> Executions, IReadOnlyList<WorkflowInstanceInfo> Infos);
}
