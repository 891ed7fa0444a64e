using System.Collections.Concurrent;
using System.Globalization;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Workflow.Extensions.Hosting;
using Workflow.Perf.Activities;
using Workflow.Perf.Databases;
using Workflow.Persistence;
using Workflow.Persistence.Sql;
using Workflow.Statements;

namespace Workflow.Perf.Workloads;

/// <summary>Instances in a generic host, and the same work with a bare application.</summary>
internal sealed class HostedInstances
{
    /// <summary>The name of the definition that takes messages.</summary>
    private const string Taking = "taking";

    /// <summary>Counts the instances that have not run yet, or that the host has in memory.</summary>
    private const string CountNotWaiting =
        "SELECT count(*) FROM workflow.instance WHERE lock_owner IS NOT NULL OR NOT EXISTS (SELECT 1 FROM workflow.bookmark b WHERE b.instance_sid = workflow.instance.instance_sid)";

    private readonly ConcurrentDictionary<Guid, TaskCompletionSource> _taken = new();
    private readonly Database _database;
    private readonly SqlInstanceStore _store;
    private readonly WorkflowClient _client;
    private readonly Activity _definition;

    /// <summary>Starts a host, which is not stopped before the process ends.</summary>
    /// <param name="database">The database.</param>
    /// <param name="timeToUnload">How long an instance waits in memory.</param>
    /// <param name="definitions">How many definitions there are that only run: a sequence with one activity each.</param>
    public HostedInstances(Database database, TimeSpan timeToUnload, int definitions = 1)
    {
        _database = database;
        _store = database.NewStore();
        _definition = new TakeMessages(OnTaken);
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddWorkflow(workflow =>
        {
            workflow.UseStore(_store).AddDefinition(Taking, 1, _definition).Configure(options => options.TimeToUnload = timeToUnload);
            for (int i = 0; i < definitions; i++)
            {
                workflow.AddDefinition(Running(i), 1, () => new Sequence { Activities = { new Signal(OnTaken) } });
            }
        });
        builder.Services.AddSingleton<IHostLifetime, NoLifetime>();
        IHost host = builder.Build();
        host.StartAsync().GetAwaiter().GetResult();
        _client = host.Services.GetRequiredService<WorkflowClient>();
    }

    /// <summary>Starts instances; each is over when its activity runs.</summary>
    public Action<int> Starts(int atOnce, int parts) => Together.Loop(atOnce, parts, _ => StartAsync(0));

    /// <summary>Starts one instance of a definition that only runs, until its activity does.</summary>
    public async Task StartAsync(int definition)
    {
        // The activity can run before the client has its answer.
        WorkflowReceipt receipt = await _client.StartAsync(Running(definition)).ConfigureAwait(false);
        await Taken(receipt.InstanceId).ConfigureAwait(false);
    }

    /// <summary>Starts instances that wait, until the host has saved and unloaded all of them.</summary>
    public void StartWaiting(int count, int atOnce)
    {
        Together.Run(atOnce, count, async _ => await _client.StartAsync(Taking).ConfigureAwait(false));
        while (_database.Read<long>(CountNotWaiting) > 0)
        {
            Thread.Sleep(TimeSpan.FromMilliseconds(50));
        }
    }

    /// <summary>How many instances wait in the database.</summary>
    public long CountWaiting() => _database.Read<long>("SELECT count(*) FROM workflow.active_bookmarks");

    /// <summary>Sends messages to instances that wait; each is over when the instance has taken it.</summary>
    public Action<int> Messages(int atOnce, int parts)
    {
        Guid[] ids = new Guid[atOnce];
        Together.Run(atOnce, atOnce, async number => ids[number] = (await _client.StartAsync(Taking).ConfigureAwait(false)).InstanceId);
        return ForEach(ids, parts, async id =>
        {
            await _client.ResumeAsync(id, TakeMessages.Bookmark, 1).ConfigureAwait(false);
            await Taken(id).ConfigureAwait(false);
        });
    }

    private static string Running(int definition) => string.Create(CultureInfo.InvariantCulture, $"running-{definition}");

    private static Action<int> ForEach(Guid[] ids, int parts, Func<Guid, Task> operation) => repetitions =>
    {
        int left = repetitions * parts;
        Task.WhenAll(ids.Select(id => Task.Run(() => WorkAsync(id)))).GetAwaiter().GetResult();

        async Task WorkAsync(Guid id)
        {
            while (Interlocked.Decrement(ref left) >= 0)
            {
                await operation(id).ConfigureAwait(false);
            }
        }
    };

    private static TaskCompletionSource New() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private async Task Taken(Guid id)
    {
        await _taken.GetOrAdd(id, static _ => New()).Task.ConfigureAwait(false);
        _taken.TryRemove(id, out _);
    }

    private void OnTaken(Guid id) => _taken.GetOrAdd(id, static _ => New()).TrySetResult();

    /// <summary>The same messages with applications by hand: one for each instance, which stays in memory.</summary>
    public sealed class Bare
    {
        private readonly SqlInstanceStore _store;
        private readonly InstanceOwner _owner;
        private readonly ConcurrentDictionary<Guid, TaskCompletionSource> _taken = new();
        private readonly Activity _definition;

        public Bare(Database database)
        {
            _store = database.NewStore();
            _owner = StoredInstances.OwnerOf(_store);
            _definition = new TakeMessages(id => _taken[id].TrySetResult());
        }

        /// <summary>Sends a message, reads it from the store, passes it on and saves.</summary>
        public Action<int> Messages(int atOnce, int parts)
        {
            Dictionary<Guid, WorkflowApplication> applications = [];
            for (int i = 0; i < atOnce; i++)
            {
                WorkflowApplication application = new(_definition) { InstanceStore = _store, PersistableIdle = static _ => PersistableIdleAction.Persist };
                application.Run();
                application.PersistAsync().GetAwaiter().GetResult();
                applications.Add(application.Id, application);
            }

            return ForEach([.. applications.Keys], parts, async id =>
            {
                _taken[id] = New();
                MessageReceipt receipt = await _store.SendAsync(
                    new InstanceMessage { InstanceId = id, BookmarkName = TakeMessages.Bookmark, Content = "{\"value\":1}"u8.ToArray() }, CancellationToken.None).ConfigureAwait(false);
                IReadOnlyList<StoredMessage> messages = await _store.ReceiveAsync(_owner, id, receipt.Sequence - 1, 100, CancellationToken.None).ConfigureAwait(false);
                applications[id].ReceiveMessages([.. messages.Select(static message => new ReceivedMessage(message, 1))]);
                await _taken[id].Task.ConfigureAwait(false);
            });
        }
    }

    /// <summary>The signals of the process stay with the process. By default, a host takes them over and stops when its caller waits for that, which nobody does here.</summary>
    private sealed class NoLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }

    /// <summary>Runs, and completes.</summary>
    private sealed class Signal(Action<Guid> onRun) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => onRun(context.WorkflowInstanceId);
    }
}
