extern alias WorkflowCore;
using System.Collections.Concurrent;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Many threads raise events of local services while the instances are unloaded at each wait (A.9, A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class ExchangeConcurrencyTests
{
    private const int Instances = 6, Threads = 4, EventsOfThread = 10;

    private static readonly string[] Tasks = ["a", "b", "c", "d"];

    private readonly InMemoryInstanceStore _store = new();
    private readonly ConcurrentDictionary<Guid, string> _ends = new();
    private readonly ConcurrentQueue<Exception> _failures = new();
    private readonly TaskCompletionSource _completed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>A refused event is not delivered, and an accepted event is delivered once.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Events_FromManyThreads_AreDeliveredOnce(bool unloadOnIdle)
    {
        OrderService orders = new();
        using WorkflowRuntime runtime = Runtime(unloadOnIdle, typeof(Shipments), orders);
        Guid[] ids = Start(runtime, typeof(Shipments));
        await OnThreadsAsync(thread =>
        {
            for (int i = 0; i < EventsOfThread; i++)
            {
                Array.ForEach(ids, id => UntilDelivered(() => orders.Ship(id, $"{thread}")));
            }
        });
        await _completed.Task.WaitAsync(HangLimit);
        string expected = string.Join(' ', Enumerable.Range(0, Threads).Select(static thread => $"{thread}:{EventsOfThread}"));
        Assert.All(ids, id => Assert.Equal(expected, _ends[id]));
        Assert.Empty(_failures);
        Assert.Empty(await Stored.AllAsync(_store));
    }

    /// <summary>Each thread ends one conversation of each instance. The event reaches this conversation, whether or not the instance is loaded.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task CorrelatedEvents_FromManyThreads_ReachConversations(bool unloadOnIdle)
    {
        ManyTasks tasks = new();
        using WorkflowRuntime runtime = Runtime(unloadOnIdle, typeof(Conversations), tasks);
        Guid[] ids = Start(runtime, typeof(Conversations));
        await OnThreadsAsync(thread => Array.ForEach(ids, id => UntilDelivered(() => tasks.Complete(id, Tasks[thread]))));
        await _completed.Task.WaitAsync(HangLimit);
        Assert.All(ids, id => Assert.Equal("a:1 b:1 c:1 d:1", _ends[id]));
        Assert.Empty(_failures);
        Assert.Empty(await Stored.AllAsync(_store));
    }

    private static TimeSpan HangLimit => TimeSpan.FromSeconds(60);

    private static Task OnThreadsAsync(Action<int> work) =>
        Task.WhenAll(Enumerable.Range(0, Threads).Select(thread => Task.Run(() => work(thread)))).WaitAsync(HangLimit);

    private static void UntilDelivered(Action raise)
    {
        while (Record.Exception(raise) is { } exception)
        {
            // The instance does not wait for the event yet.
            Assert.IsType<EventDeliveryFailedException>(exception);
            Thread.Yield();
        }
    }

    private static Guid[] Start(WorkflowRuntime runtime, Type type) =>
    [
        .. Enumerable.Range(0, Instances).Select(_ =>
        {
            WorkflowInstance instance = runtime.CreateWorkflow(type);
            instance.Start();
            return instance.InstanceId;
        }),
    ];

    private WorkflowRuntime Runtime(bool unloadOnIdle, Type type, object service)
    {
        WorkflowRuntime runtime = new();
        StoreWorkflowPersistenceService persistence = new(_store, unloadOnIdle);
        persistence.WorkflowTypes.Add(type);
        runtime.AddService(persistence);
        ExternalDataExchangeService exchange = new();
        runtime.AddService(exchange);
        exchange.AddService(service);
        runtime.ServicesExceptionNotHandled += (_, e) => _failures.Enqueue(e.Exception);
        runtime.WorkflowTerminated += (_, e) => _completed.TrySetException(e.Exception);
        runtime.WorkflowCompleted += (_, e) =>
        {
            string[] seen = ((string)e.OutputParameters["Seen"]!).Split(' ', StringSplitOptions.RemoveEmptyEntries);
            string counts = string.Join(
                ' ',
                seen.GroupBy(static name => name)
                    .OrderBy(static group => group.Key, StringComparer.Ordinal)
                    .Select(static group => $"{group.Key}:{group.Count()}"));
            Assert.True(_ends.TryAdd(e.WorkflowInstance.InstanceId, counts));
            if (_ends.Count == Instances)
            {
                _completed.TrySetResult();
            }
        };
        return runtime;
    }

    /// <summary>Reads all shipments, one after the other.</summary>
    public sealed class Shipments : SequentialWorkflowActivity
    {
        public Shipments()
        {
            Name = "shipments";
            HandleExternalEventActivity wait = new("wait") { InterfaceType = typeof(IOrders), EventName = nameof(IOrders.Shipped) };
            wait.Invoked += OnShipped;
            CodeCondition condition = new();
            condition.Condition += OnCondition;
            this.With(new WhileActivity("loop") { Condition = condition }.With(wait));
        }

        public int Count { get; set; }

        public string Seen { get; set; } = string.Empty;

        private void OnCondition(object? sender, ConditionalEventArgs e) => e.Result = Count++ < Threads * EventsOfThread;

        private void OnShipped(object? sender, ExternalDataEventArgs e) => Seen += $"{((ShippedEventArgs)e).Carrier} ";
    }

    /// <summary>Runs a conversation for each task, all concurrently.</summary>
    public sealed class Conversations : SequentialWorkflowActivity
    {
        public Conversations()
        {
            Name = "conversations";
            this.With(new ParallelActivity("parallel").With([.. Tasks.Select(Conversation)]));
        }

        public string Seen { get; set; } = string.Empty;

        private SequenceActivity Conversation(string task)
        {
            CallExternalMethodActivity create = new($"create_{task}")
            {
                InterfaceType = typeof(ITasks),
                MethodName = nameof(ITasks.Create),
                CorrelationToken = new CorrelationToken(task) { OwnerActivityName = $"s_{task}" },
            };
            create.MethodInvoking += OnCreating;
            HandleExternalEventActivity wait = new($"wait_{task}")
            {
                InterfaceType = typeof(ITasks),
                EventName = nameof(ITasks.Completed),
                CorrelationToken = new CorrelationToken(task) { OwnerActivityName = $"s_{task}" },
            };
            wait.Invoked += OnCompleted;
            return Sequence($"s_{task}", create, wait);
        }

        private void OnCreating(object? sender, EventArgs e)
        {
            CallExternalMethodActivity create = (CallExternalMethodActivity)sender!;
            create.ParameterBindings["taskId"].Value = create.Name[^1..];
        }

        private void OnCompleted(object? sender, ExternalDataEventArgs e) => Seen += $"{((TaskEventArgs)e).TaskId} ";
    }

    /// <summary>Keeps no state, so that all threads can use it.</summary>
    private sealed class ManyTasks : ITasks
    {
        public event EventHandler<TaskEventArgs>? Completed;

        public void Create(string taskId) => ArgumentNullException.ThrowIfNull(taskId);

        public void Complete(Guid instanceId, string taskId) => Completed?.Invoke(this, new TaskEventArgs(instanceId, taskId));
    }
}
