using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Queues and their items (A.9, A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class QueueTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void EnqueueItem_ActivityWaits_ContinuesIt()
    {
        using Run run = Run.Of(Sequence("s", Reading.Into(_trace, "q"), Code("after", _trace)));
        Assert.Equal("Idled", run.Last);
        Assert.Equal(["q"], run.Instance.GetWorkflowQueueData().Single().SubscribedActivityNames);
        run.Instance.EnqueueItem("q", 5, null, null);
        Assert.Equal([5], run.Instance.GetWorkflowQueueData().Single().Items.Cast<int>());
        Assert.True(run.Continue());
        Assert.Equal(["q 5", "after"], _trace);
        Assert.Equal(["Created", "Started", "Idled", "Completed"], run.Events);
    }

    [Fact]
    public void EnqueueItem_BeforeTheActivityRuns_WaitsInTheQueue()
    {
        using Run run = Run.Create(Sequence("s", Code("a", _trace), Reading.Into(_trace, "q"), Reading.Into(_trace, "q2")));
        run.Instance.EnqueueItem("q", 1, null, null);
        run.Instance.EnqueueItem("q2", 2, null, null);
        run.Instance.Start();
        run.Continue();
        Assert.Equal(["a", "q 1", "q2 2"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void EnqueueItem_UnknownQueue_IsRefused()
    {
        using Run run = Run.Of(Reading.Into(_trace, "q"));
        Assert.Equal(
            $"There is no queue 'other' in the workflow instance '{run.Instance.InstanceId}'; create the queue, or correct the name.",
            Assert.Throws<InvalidOperationException>(() => run.Instance.EnqueueItem("other", 5, null, null)).Message);
        Assert.Throws<InvalidOperationException>(() => run.Instance.EnqueueItem(7, 5, null, null));
        Assert.Throws<ArgumentNullException>(() => run.Instance.EnqueueItem(null!, 5, null, null));
        Assert.False(run.Continue());
    }

    [Fact]
    public void EnqueueItem_InstanceEnded_IsRefused()
    {
        using Run run = Run.Of(Reading.Into(_trace, "q"));
        run.Instance.Terminate("enough");
        Assert.Contains(
            "has ended",
            Assert.Throws<InvalidOperationException>(() => run.Instance.EnqueueItem("q", 5, null, null)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void EnqueueItem_WhileSuspended_IsHeldUntilResume()
    {
        using Run run = Run.Of(Reading.Into(_trace, "q"));
        run.Instance.Suspend("later");
        run.Instance.EnqueueItem("q", 5, null, null);
        Assert.False(run.Continue());
        run.Instance.Resume();
        Assert.True(run.Continue());
        Assert.Equal(["q 5"], _trace);
    }

    [Fact]
    public void EnqueueItem_FromStep_IsDeliveredAfterStep()
    {
        Run? run = null;
        run = Run.Create(Sequence(
            "s",
            Code("send", (_, _) => run!.Instance.EnqueueItem("q", run.Instance.GetWorkflowQueueData().Single().Items.Count, null, null)),
            Reading.Into(_trace, "q")));
        using (run)
        {
            run.Instance.Start();
            run.Continue();
            Assert.Equal(["q 0"], _trace);
        }
    }

    [Fact]
    [Trait("Paragraph", "A.9")]
    public void EnqueueItemOnIdle_StepsLeft_IsDeliveredAfterThem()
    {
        Run? run = null;
        run = Run.Create(Parallel(
            "p",
            Sequence("l", Code("send", (_, _) => run!.Instance.EnqueueItemOnIdle("q", 1, null, null)), Code("a", _trace), Code("b", _trace), Code("c", _trace)),
            Sequence("r", Reading.Into(_trace, "q"))));
        using (run)
        {
            run.Instance.Start();
            run.Continue();
            Assert.Equal(["a", "b", "c", "q 1"], _trace);
            Assert.Equal(["Created", "Started", "Completed"], run.Events);
        }
    }

    [Fact]
    [Trait("Paragraph", "A.9")]
    public void EnqueueItemOnIdle_InstanceIdle_IsDeliveredAtOnce()
    {
        using Run run = Run.Of(Reading.Into(_trace, "q"));
        run.Instance.EnqueueItemOnIdle("q", 1, null, null);
        Assert.True(run.Continue());
        Assert.Equal(["q 1"], _trace);
    }

    [Fact]
    public void CreateWorkflowQueue_Twice_FaultsTheActivity()
    {
        using Run run = Run.Of(With((queues, _) =>
        {
            queues.CreateWorkflowQueue("q", true);
            queues.CreateWorkflowQueue("q", false);
        }));
        Assert.Equal("The queue 'q' exists; create a queue once, or use GetWorkflowQueue.", run.Exception!.Message);
    }

    [Fact]
    public void DeleteWorkflowQueue_WithItems_KeepsItemsForSameName()
    {
        using Run run = Run.Of(With((queues, _) =>
        {
            WorkflowQueue deleted = queues.CreateWorkflowQueue("q", true);
            deleted.Enqueue(1);
            queues.DeleteWorkflowQueue("q");
            Assert.Contains("'q' was deleted", Assert.Throws<InvalidOperationException>(() => deleted.Count).Message, StringComparison.Ordinal);
            Assert.Throws<InvalidOperationException>(() => deleted.Enqueue(2));
            Assert.Throws<InvalidOperationException>(deleted.Peek);
            Assert.Throws<InvalidOperationException>(deleted.Dequeue);
            Assert.False(queues.Exists("q"));
            Assert.Throws<InvalidOperationException>(() => queues.DeleteWorkflowQueue("q"));
            Assert.Empty(queues.CreateWorkflowQueue("Q", true).QueueName is "Q" ? [] : new[] { 1 });
            WorkflowQueue queue = queues.CreateWorkflowQueue("q", true);
            Assert.Equal(1, queue.Count);
            Assert.Equal(1, queue.Peek());
            Assert.Equal(1, queue.Dequeue());
            Assert.Throws<InvalidOperationException>(() => queue.Peek());
            Assert.Throws<InvalidOperationException>(() => queue.Dequeue());
        }));
        Assert.Null(run.Exception);
    }

    [Fact]
    public void Enqueue_QueueDisabled_IsRefused()
    {
        WorkflowQueue? queue = null;
        using Run run = Run.Of(Sequence("s", With((queues, _) => queue = queues.CreateWorkflowQueue("off", true)), Reading.Into(_trace, "q")));
        queue!.Enabled = false;
        Assert.Contains("'off' is not enabled", Assert.Throws<InvalidOperationException>(() => queue.Enqueue(1)).Message, StringComparison.Ordinal);
        Assert.Throws<InvalidOperationException>(() => run.Instance.EnqueueItem("off", 1, null, null));
        Assert.Equal(0, queue.Count);
    }

    [Fact]
    public void QueueItemAvailable_IsCalledInAStepOfTheActivity()
    {
        using Run run = Run.Of(new Waiting("w", _trace)
        {
            OnExecute = context =>
            {
                WorkflowQueue queue = context.GetService<WorkflowQueuingService>()!.CreateWorkflowQueue("q", true);
                queue.QueueItemArrived += (sender, e) => _trace.Add($"arrived {e.QueueName} {((ActivityExecutionContext)sender!).Activity.Name}");
                queue.QueueItemAvailable += OnItem;
                queue.QueueItemAvailable += OnOther;
                queue.QueueItemAvailable -= OnOther;
                return ActivityExecutionStatus.Executing;
            },
        });
        run.Instance.EnqueueItem("q", 1, null, null);
        run.Continue();
        Assert.Equal(["w executes", "arrived q w", "item q", "w closed"], _trace);
        Assert.Equal("Completed", run.Last);

        void OnItem(object? sender, QueueEventArgs e)
        {
            _trace.Add($"item {e.QueueName}");
            ((ActivityExecutionContext)sender!).CloseActivity();
        }

        void OnOther(object? sender, QueueEventArgs e) => _trace.Add("removed");
    }

    [Fact]
    public void QueueItemArrived_Throws_KeepsItem()
    {
        using Run run = Run.Of(Sequence(
            "s",
            With((queues, _) => queues.GetWorkflowQueue("q").QueueItemArrived += (_, _) => throw new FormatException("arrived")),
            Reading.Into(_trace, "q")));
        run.Instance.EnqueueItem("q", 1, null, null);
        Assert.Equal("Exception arrived", run.Last);
        Assert.True(run.Continue());
        Assert.Equal(["q 1"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Items_ActivityClosed_StayInQueue()
    {
        using Run run = Run.Of(Parallel("p", Sequence("l", Reading.Into(_trace, "q")), Sequence("r", Reading.Into(_trace, "other"))));
        run.Instance.EnqueueItem("q", 1, null, null);
        run.Instance.EnqueueItem("q", 2, null, null);
        run.Continue();
        Assert.Equal(["q 1"], _trace);
        Assert.Equal([2], run.Instance.GetWorkflowQueueData().Single(queue => queue.QueueName is "q").Items.Cast<int>());
    }

    [Fact]
    public void RegisterForQueueItemAvailable_NoActivity_IsRefused()
    {
        using Run run = Run.Of(With((queues, _) =>
        {
            WorkflowQueue queue = queues.CreateWorkflowQueue("q", true);
            Assert.Throws<ArgumentException>(() => queue.RegisterForQueueItemAvailable(new NoActivity()));
            Assert.Throws<ArgumentException>(() => queue.RegisterForQueueItemAvailable(new NoActivity(), "missing"));
            queue.UnregisterForQueueItemAvailable(new NoActivity());
        }));
        Assert.Null(run.Exception);
    }

    [Fact]
    [Trait("Paragraph", "A.7")]
    public async Task EnqueueItem_FromManyThreads_LosesNothing()
    {
        const int Count = 500;
        int sum = 0;
        using WorkflowRuntime runtime = new();
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource<Exception?> ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
        runtime.WorkflowIdled += (_, _) => idle.TrySetResult();
        runtime.WorkflowCompleted += (_, _) => ended.TrySetResult(null);
        runtime.WorkflowTerminated += (_, e) => ended.TrySetResult(e.Exception);
        int read = 0;
        Reading reading = new("q");
        reading.Read += (_, e) =>
        {
            sum += (int)e.Item!;
            read++;
        };
        Run.Host.Next = While("w", () => read < Count, reading);
        WorkflowInstance instance = runtime.CreateWorkflow(typeof(Run.Host));
        instance.Start();
        await Task.WhenAll(Enumerable.Range(0, 10).Select(part => Task.Run(() =>
        {
            for (int i = 0; i < Count / 10; i++)
            {
                instance.EnqueueItem("q", (part * 50) + i, null, null);
            }
        })));
        Assert.Null(await ended.Task);
        Assert.Equal(Count * (Count - 1) / 2, sum);
    }

    private Waiting With(Action<WorkflowQueuingService, ActivityExecutionContext> use) => new("with", [])
    {
        OnExecute = context =>
        {
            use(context.GetService<WorkflowQueuingService>()!, context);
            return ActivityExecutionStatus.Closed;
        },
    };

    private sealed class NoActivity : IActivityEventListener<QueueEventArgs>
    {
        public void OnEvent(object sender, QueueEventArgs e) => throw new NotSupportedException("No item was sent.");
    }
}
