using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Timers (A.10), delay and listen activities (A.12).</summary>
[Trait("Paragraph", "A.12")]
public sealed class EventTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);
    private readonly List<string> _trace = [];

    [Fact]
    public void Delay_WaitsForItsTime()
    {
        using Run run = Run.Of(Sequence("s", Code("before", _trace), Delay("d", 10), Code("after", _trace)));
        Assert.Equal(["before"], _trace);
        Assert.Equal(run.Clock.GetUtcNow().UtcDateTime.AddMinutes(10), run.Instance.GetWorkflowNextTimerExpiration());
        Assert.False(run.ContinueAfter(9 * Minute));
        Assert.True(run.ContinueAfter(Minute));
        Assert.Equal(["before", "after"], _trace);
        Assert.Equal(["Created", "Started", "Idled", "Completed"], run.Events);
        Assert.Equal(DateTime.MaxValue, run.Instance.GetWorkflowNextTimerExpiration());
    }

    [Fact]
    public void InitializeTimeoutDuration_SetsDuration_IsUsed()
    {
        DelayActivity delay = new("d");
        delay.InitializeTimeoutDuration += (sender, _) => ((DelayActivity)sender!).TimeoutDuration = 2 * Minute;
        using Run run = Run.Of(delay);
        Assert.False(run.ContinueAfter(Minute));
        Assert.True(run.ContinueAfter(Minute));
        Assert.Equal("Completed", run.Last);
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(-5, true)]
    [InlineData(long.MaxValue, false)]
    [InlineData(long.MinValue, true)]
    public void Delay_ExtremeDuration_EndsAtOnceOrNever(long ticks, bool isOver)
    {
        using Run run = Run.Of(new DelayActivity("d") { TimeoutDuration = TimeSpan.FromTicks(ticks) });
        Assert.Equal(isOver, run.ContinueAfter(TimeSpan.FromDays(300_000)));
        Assert.Equal(isOver ? "Completed" : "Idled", run.Last);
    }

    [Fact]
    public void Delays_Concurrent_EndInOrder()
    {
        using Run run = Run.Of(Parallel(
            "p", Sequence("a", Delay("d1", 3), Code("3", _trace)), Sequence("b", Delay("d2", 1), Code("1", _trace), Delay("d3", 1), Code("2", _trace))));
        run.ContinueAfter(Minute);
        Assert.Equal(["1"], _trace);
        run.ContinueAfter(2 * Minute);
        Assert.Equal(["1", "2", "3"], _trace.Order());
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Delay_InALoop_WaitsInEachIteration()
    {
        int count = 0;
        using Run run = Run.Of(While("w", () => count++ < 3, Delay("d", 1)));
        Assert.True(run.ContinueAfter(Minute));
        Assert.True(run.ContinueAfter(Minute));
        Assert.False(run.Continue());
        Assert.True(run.ContinueAfter(Minute));
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Delay_CanceledOrFaulted_LeavesNoTimer()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Parallel(
                "p",
                Sequence("l", Delay("d", 5)),
                Sequence("r", Throw("t", new FormatException())),
                Sequence("m", new ListenActivity("li").With(On("e1", Delay("d1", 1)), On("e2", Delay("d2", 2))))),
            Handlers("hs", Handler<FormatException>("h", Reading.Into(_trace, "q")))));
        Assert.Equal("Idled", run.Last);
        Assert.Equal(DateTime.MaxValue, run.Instance.GetWorkflowNextTimerExpiration());
        Assert.Equal(["q"], run.Instance.GetWorkflowQueueData().Select(queue => queue.QueueName));
    }

    [Fact]
    public void Listen_EventFirst_RunsItsBranch()
    {
        using Run run = Run.Of(Sequence(
            "s",
            new ListenActivity("li").With(On("e1", Reading.Into(_trace, "q"), Code("one", _trace)), On("e2", Delay("d", 5), Code("late", _trace))),
            Code("after", _trace)));
        run.Instance.EnqueueItem("q", 1, null, null);
        run.Continue();
        Assert.Equal(["q 1", "one", "after"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Listen_DelayFirst_RunsDelayBranch()
    {
        using Run run = Run.Of(Sequence(
            "s",
            new ListenActivity("li").With(On("e1", Reading.Into(_trace, "q"), Code("one", _trace)), On("e2", Delay("d", 5), Code("late", _trace))),
            Reading.Into(_trace, "end")));
        Assert.True(run.ContinueAfter(5 * Minute));
        run.Instance.EnqueueItem("q", 1, null, null);
        run.Continue();
        Assert.Equal(["late"], _trace);
        Assert.Empty(run.Instance.GetWorkflowQueueData().Single(queue => queue.QueueName is "q").SubscribedActivityNames);
    }

    [Fact]
    public void Listen_WithTwoEventsAtOnce_RunsOneBranch()
    {
        using Run run = Run.Of(new ListenActivity("li").With(On("e1", Reading.Into(_trace, "q1")), On("e2", Reading.Into(_trace, "q2"))));
        run.Instance.EnqueueItem("q2", 2, null, null);
        run.Instance.EnqueueItem("q1", 1, null, null);
        run.Continue();
        Assert.Equal(["q2 2"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Listen_BranchFaults_Faults()
    {
        using Run run = Run.Of(Sequence(
            "s",
            new ListenActivity("li").With(On("e1", Reading.Into(_trace, "q"), Throw("t", new FormatException())), On("e2", Delay("d", 5))),
            Handlers("hs", Handler<FormatException>("h", Code("handled", _trace)))));
        run.Instance.EnqueueItem("q", 1, null, null);
        run.Continue();
        Assert.Equal(["q 1", "handled"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Listen_InALoop_WaitsInEachIteration()
    {
        int count = 0;
        using Run run = Run.Of(While(
            "w",
            () => count++ < 2,
            new ListenActivity("li").With(On("e1", Reading.Into(_trace, "q")), On("e2", Delay("d", 5), Code("late", _trace)))));
        run.ContinueAfter(5 * Minute);
        run.Instance.EnqueueItem("q", 7, null, null);
        run.Continue();
        Assert.Equal(["late", "q 7"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Listen_InvalidChildren_IsInvalid()
    {
        using WorkflowRuntime runtime = new();
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(() => runtime.CreateWorkflow(typeof(Invalid)));
        Assert.Equal(3, exception.Errors.Count);
        Assert.Contains("'li' needs two or more branches", exception.Message, StringComparison.Ordinal);
        Assert.Contains("'e' does not begin with an activity that waits for an event", exception.Message, StringComparison.Ordinal);
        Assert.Contains("'free' is not in an activity that waits for events", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Paragraph", "A.10")]
    public async Task DefaultScheduler_TimerDue_RunsInstance()
    {
        VirtualTimeProvider clock = new();
        using WorkflowRuntime runtime = new();
        runtime.AddService(clock);
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource completed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        runtime.WorkflowIdled += (_, _) => idle.SetResult();
        runtime.WorkflowCompleted += (_, _) => completed.SetResult();
        Run.Host.Next = Delay("d", 60);
        runtime.CreateWorkflow(typeof(Run.Host)).Start();
        await idle.Task;
        Assert.Equal(1, clock.PendingTimers);
        clock.Advance(59 * Minute);
        Assert.False(completed.Task.IsCompleted);
        clock.Advance(Minute);
        await completed.Task;
        Assert.Equal(0, clock.PendingTimers);
    }

    [Theory]
    [Trait("Paragraph", "A.10")]
    [InlineData(false)]
    [InlineData(true)]
    public async Task StopRuntime_WithATimer_RemovesIt(bool isManual)
    {
        VirtualTimeProvider clock = new();
        WorkflowRuntime runtime = new();
        runtime.AddService(clock);
        ManualWorkflowSchedulerService manual = new(useActiveTimers: true);
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        runtime.WorkflowIdled += (_, _) => idle.TrySetResult();
        if (isManual)
        {
            runtime.AddService(manual);
        }

        Run.Host.Next = Delay("d", 60);
        WorkflowInstance instance = runtime.CreateWorkflow(typeof(Run.Host));
        instance.Start();
        manual.RunWorkflow(instance.InstanceId);
        await idle.Task;
        Assert.Equal(1, clock.PendingTimers);
        runtime.StopRuntime();
        Assert.Equal(0, clock.PendingTimers);
        clock.Advance(60 * Minute);
    }

    [Fact]
    [Trait("Paragraph", "A.10")]
    public void ManualScheduler_ActiveTimers_RunsDueInstance()
    {
        VirtualTimeProvider clock = new();
        using WorkflowRuntime runtime = new();
        ManualWorkflowSchedulerService scheduler = new(useActiveTimers: true);
        runtime.AddService(scheduler);
        runtime.AddService(clock);
        runtime.WorkflowCompleted += (_, _) => _trace.Add("completed");
        Run.Host.Next = Delay("d", 1);
        WorkflowInstance instance = runtime.CreateWorkflow(typeof(Run.Host));
        instance.Start();
        scheduler.RunWorkflow(instance.InstanceId);
        clock.Advance(Minute);
        Assert.Equal(["completed"], _trace);
    }

    [Fact]
    [Trait("Paragraph", "A.10")]
    public void Timers_OfAnInstance_AreOnItsRoot()
    {
        Guid id = Guid.NewGuid();
        using Run run = Run.Of(new Waiting("w", _trace)
        {
            OnExecute = context =>
            {
                Activity root = context.Activity.Parent!;
                TimerEventSubscriptionCollection timers = (TimerEventSubscriptionCollection)root.GetValue(
                    TimerEventSubscriptionCollection.TimerCollectionProperty)!;
                DateTime now = context.GetService<TimeProvider>()!.GetUtcNow().UtcDateTime;
                timers.Add(new TimerEventSubscription(Guid.NewGuid(), now.AddDays(1)));
                timers.Add(new TimerEventSubscription(id, Guid.NewGuid(), now.AddHours(1)));
                Assert.Equal(id, timers.Peek()!.SubscriptionId);
                Assert.Throws<InvalidOperationException>(() => timers.Add(new TimerEventSubscription(id, Guid.NewGuid(), now)));
                Assert.Equal(2, timers.Count);
                timers.Remove(id);
                timers.Remove(id);
                Assert.Single(timers);
                return ActivityExecutionStatus.Executing;
            },
        });
        Assert.Null(run.Exception);
        Assert.False(run.ContinueAfter(TimeSpan.FromHours(2)));
        run.ContinueAfter(TimeSpan.FromDays(1));
        Assert.Equal("Idled", run.Last);
    }

    public sealed class Invalid : SequentialWorkflowActivity
    {
        public Invalid() => this.With(new ListenActivity("li").With(On("e", new Activity("leaf"))), On("free", Delay("d", 1)));
    }
}
