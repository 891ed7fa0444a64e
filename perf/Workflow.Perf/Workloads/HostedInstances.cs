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
    /// <summary>The name of the definition that receives messages.</summary>
    private const string Taking = "taking";

    /// <summary>The query for the number of instances that have not run yet, or that the host has in memory.</summary>
    private const string CountNotWaiting =
        "SELECT count(*) FROM workflow.instance WHERE lock_owner IS NOT NULL OR NOT EXISTS (SELECT 1 FROM workflow.bookmark b WHERE b.instance_sid = workflow.instance.instance_sid)";

    private readonly ConcurrentDictionary<Guid, TaskCompletionSource> _taken = new();
    private readonly Database _database;
    private readonly SqlInstanceStore _store;
    private readonly WorkflowClient _client;
    private readonly Activity _definition;

    /// <summary>Starts a host, which runs until the process ends.</summary>
    /// <param name="database">The database.</param>
    /// <param name="timeToUnload">The time that a waiting instance stays in memory.</param>
    /// <param name="definitions">The number of definitions that only run. Each of them is a sequence with one activity.</param>
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

    /// <summary>Returns a loop that starts instances. An operation ends when the activity of the instance runs.</summary>
    public Action<int> Starts(int atOnce, int parts) => Together.Loop(atOnce, parts, _ => StartAsync(0));

    /// <summary>Starts one instance of a definition that only runs, and waits until its activity runs.</summary>
    public async Task StartAsync(int definition)
    {
        // The activity can run before the client has its answer, so either side may create the task in Taken and OnTaken.
        WorkflowReceipt receipt = await _client.StartAsync(Running(definition)).ConfigureAwait(false);
        await Taken(receipt.InstanceId).ConfigureAwait(false);
    }

    /// <summary>Starts instances that wait. Returns when the host has saved and unloaded all of them.</summary>
    public void StartWaiting(int count, int atOnce)
    {
        Together.Run(atOnce, count, async _ => await _client.StartAsync(Taking).ConfigureAwait(false));
        while (_database.Read<long>(CountNotWaiting) > 0)
        {
            Thread.Sleep(TimeSpan.FromMilliseconds(50));
        }
    }

    /// <summary>Returns the number of instances that wait in the database.</summary>
    public long CountWaiting() => _database.Read<long>("SELECT count(*) FROM workflow.active_bookmarks");

    /// <summary>Returns a loop that sends messages to waiting instances. An operation ends when the instance has received the message.</summary>
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

    /// <summary>Sends the same messages to applications without a host: one for each instance, which stays in memory.</summary>
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

        /// <summary>
        /// Returns a loop whose operation sends a message, reads it from the store and passes it to the application, which saves the instance.
        /// </summary>
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
                    new InstanceMessage { InstanceId = id, BookmarkName = TakeMessages.Bookmark, Content = "{\"value\":1}"u8.ToArray() },
                    CancellationToken.None).ConfigureAwait(false);
                IReadOnlyList<StoredMessage> messages = await _store.ReceiveAsync(
                    _owner, new MessageQuery(id, 100) { After = receipt.Sequence - 1 }, CancellationToken.None).ConfigureAwait(false);
                applications[id].ReceiveMessages([.. messages.Select(static message => new ReceivedMessage(message, 1))]);
                await _taken[id].Task.ConfigureAwait(false);
            });
        }
    }

    /// <summary>
    /// Leaves the signals of the process unchanged. The default lifetime of a host handles them, and stops the host only if its caller waits for the shutdown,
    /// which does not happen here.
    /// </summary>
    private sealed class NoLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }

    /// <summary>Reports that it runs, and completes.</summary>
    private sealed class Signal(Action<Guid> onRun) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => onRun(context.WorkflowInstanceId);
    }
}
