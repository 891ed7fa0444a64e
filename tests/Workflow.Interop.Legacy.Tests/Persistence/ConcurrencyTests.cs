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

/// <summary>Many threads and two runtimes use instances that are unloaded at each wait (A.9, A.10).</summary>
[Trait("Paragraph", "A.9")]
public sealed class ConcurrencyTests
{
    private const int Items = 40;
    private readonly InMemoryInstanceStore _store = new();
    private readonly ConcurrentDictionary<Guid, object?> _sums = new();
    private readonly ConcurrentQueue<Exception> _failures = new();
    private readonly TaskCompletionSource _completed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _expected;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Items_FromManyThreads_AreNotLost(bool unloadOnIdle)
    {
        using WorkflowRuntime runtime = Runtime(unloadOnIdle);
        WorkflowInstance[] instances = [.. Enumerable.Range(0, _expected = 8).Select(_ => runtime.CreateWorkflow(typeof(Summing)))];
        Array.ForEach(instances, static instance => instance.Start());
        await Task.WhenAll(Enumerable.Range(0, 4).Select(thread => Task.Run(() =>
        {
            for (int i = 0; i < Items / 4; i++)
            {
                foreach (WorkflowInstance instance in instances)
                {
                    runtime.GetWorkflow(instance.InstanceId).EnqueueItem("items", 1, null, null);
                    if ((i + thread) % 5 == 0)
                    {
                        instance.TryUnload();
                    }
                }
            }
        })));
        await _completed.Task;
        Assert.All(_sums.Values, sum => Assert.Equal(Items, sum));
        Assert.Empty(_failures);
        Assert.Empty(runtime.GetLoadedWorkflows());
        Assert.Empty(await Stored.AllAsync(_store));
    }

    [Fact]
    public async Task Items_FromTwoRuntimes_AreNotLost()
    {
        using WorkflowRuntime first = Runtime(unloadOnIdle: true);
        using WorkflowRuntime second = Runtime(unloadOnIdle: true);
        _expected = 3;
        Guid[] ids = [.. Enumerable.Range(0, _expected).Select(_ => Guid.NewGuid())];
        foreach (Guid id in ids)
        {
            WorkflowInstance instance = first.CreateWorkflow(typeof(Summing), null, id);
            instance.Start();
            instance.Unload();
        }

        await Task.WhenAll(new[] { first, second }.Select(runtime => Task.Run(() => SendAsync(runtime, ids))));
        await _completed.Task;
        Assert.All(_sums.Values, sum => Assert.Equal(Items, sum));
        Assert.Empty(await Stored.AllAsync(_store));
    }

    /// <summary>Sends the items. Repeats an item until the instance is not loaded in the other runtime.</summary>
    private static async Task SendAsync(WorkflowRuntime runtime, Guid[] ids)
    {
        for (int i = 0; i < Items / 2; i++)
        {
            foreach (Guid id in ids)
            {
                while (Record.Exception(() => runtime.GetWorkflow(id).EnqueueItem("items", 1, null, null)) is { } exception)
                {
                    Assert.True(exception is WorkflowOwnershipException, exception.ToString());
                    await Task.Yield();
                }
            }
        }
    }

    private WorkflowRuntime Runtime(bool unloadOnIdle)
    {
        WorkflowRuntime runtime = new();
        StoreWorkflowPersistenceService persistence = new(_store, unloadOnIdle);
        persistence.WorkflowTypes.Add(typeof(Summing));
        runtime.AddService(persistence);
        runtime.ServicesExceptionNotHandled += (_, e) => _failures.Enqueue(e.Exception);
        runtime.WorkflowTerminated += (_, e) => _completed.TrySetException(e.Exception);
        runtime.WorkflowCompleted += (_, e) =>
        {
            Assert.True(_sums.TryAdd(e.WorkflowInstance.InstanceId, e.OutputParameters["Sum"]));
            if (_sums.Count == _expected)
            {
                _completed.TrySetResult();
            }
        };
        return runtime;
    }

    /// <summary>Adds a number of items.</summary>
    public sealed class Summing : SequentialWorkflowActivity
    {
        public Summing()
        {
            Name = "summing";
            Reading reading = new("read", "items");
            reading.Read += OnRead;
            CodeCondition condition = new();
            condition.Condition += OnCondition;
            this.With(new WhileActivity("loop") { Condition = condition }.With(reading));
        }

        public int Count { get; set; }

        public int Sum { get; set; }

        protected override void Initialize(IServiceProvider provider)
        {
            base.Initialize(provider);
            WorkflowQueuingService queues = (WorkflowQueuingService)provider.GetService(typeof(WorkflowQueuingService))!;
            if (!queues.Exists("items"))
            {
                queues.CreateWorkflowQueue("items", true);
            }
        }

        private void OnCondition(object? sender, ConditionalEventArgs e) => e.Result = Count++ < Items;

        private void OnRead(object? sender, ReadingEventArgs e) => Sum += (int)e.Item!;
    }
}
