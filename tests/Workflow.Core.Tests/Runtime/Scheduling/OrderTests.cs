using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Scheduling;

/// <summary>Tests the order in which items run.</summary>
public sealed class OrderTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("1.2")]
    public void ScheduleActivity_SeveralChildren_RunsLastFirst(Lane lane)
    {
        Runner.Run(new Probe(_log, "p", Step("a"), Step("b"), Step("c")), lane);
        _log.AssertIs("p executes", "c", "p < c Closed", "b", "p < b Closed", "a", "p < a Closed");
    }

    [Theory, Lanes]
    [Rule("1.2")]
    public void ScheduleActivity_InMethod_RunsAfterMethodReturned(Lane lane)
    {
        Step child = Step("child");
        Probe parent = new(_log, "p", child);
        parent.Body = context =>
        {
            parent.Schedule(context, child);
            _log.Add("scheduled");
        };
        Runner.Run(parent, lane);
        _log.AssertIs("p executes", "scheduled", "child", "p < child Closed");
    }

    [Theory, Lanes]
    [Rule("1.4")]
    public void Subtree_OfChild_RunsBeforeSibling(Lane lane)
    {
        Sequence first = new() { DisplayName = "first", Activities = { Step("a1"), new Sequence { Activities = { Step("a2"), Step("a3") } }, Step("a4") } };
        Runner.Run(new Probe(_log, "p", Step("b"), first), lane);
        _log.AssertIs("p executes", "a1", "a2", "a3", "a4", "p < first Closed", "b", "p < b Closed");
    }

    [Theory, Lanes]
    [Rule("1.4")]
    [Rule("1.5")]
    public void CompletionCallback_OfChild_PrecedesQueuedSibling(Lane lane)
    {
        Step extra = Step("extra"), a = Step("a"), b = Step("b");
        Probe parent = new(_log, "p", a, b, extra);
        parent.Body = context =>
        {
            parent.Schedule(context, a);
            parent.Schedule(context, b);
        };
        parent.OnChild = (context, completed) =>
        {
            if (completed.Activity == b)
            {
                parent.Schedule(context, extra);
            }
        };
        Runner.Run(parent, lane);
        _log.AssertIs("p executes", "b", "p < b Closed", "extra", "p < extra Closed", "a", "p < a Closed");
    }

    [Theory, Lanes]
    [Rule("1.4")]
    public void ResumeBookmark_FromInside_RunsAtTailInOrder(Lane lane)
    {
        Step a = Step("a"), b = Step("b");
        Probe parent = new(_log, "p", a, b);
        parent.Body = context =>
        {
            context.CreateBookmark("one", parent.Resumed);
            context.CreateBookmark("two", parent.Resumed);
            parent.Schedule(context, a);
            Assert.Equal(BookmarkResumptionResult.Success, context.ResumeBookmark(new Bookmark("two"), 2));
            Assert.Equal(BookmarkResumptionResult.Success, context.ResumeBookmark(new Bookmark("one"), 1));
            parent.Schedule(context, b);
        };
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "b", "p < b Closed", "a", "p < a Closed", "p @ two 2", "p @ one 1");
    }

    [Theory, Lanes]
    [Rule("1.4")]
    public void Operation_EndsWhileItemsRemain_IsProcessedWhenIdle(Lane lane)
    {
        Operation operation = new(_log, "op");
        Parallel root = new()
        {
            Branches =
            {
                new Sequence { Activities = { operation, Step("next") } },
                new Sequence { Activities = { new Step(_log, "release", _ => operation.Succeed()), Step("after"), Step("last") } }
            },
        };
        Runner.Run(root, lane);
        _log.AssertIs("op starts", "release", "after", "last", "next");
    }

    [Theory, Lanes]
    [Rule("1.4")]
    public void ResumeBookmark_FromOutsideWhileItemsRemain_WaitsForIdle(Lane lane)
    {
        Task<BookmarkResumptionResult>? answer = null;
        Step release = new(_log, "release", context => answer = context.GetExtension<Outside>()!.Resume("w"));
        Parallel root = new() { Branches = { new Wait(_log, "w"), new Sequence { Activities = { release, Step("after"), Step("last") } } } };
        WorkflowInstanceExtensionManager extensions = new();
        extensions.Add(new Outside());
        Runner.Run(root, lane, extensions: extensions).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("w waits", "release", "after", "last", "w resumed 7");
        Assert.Equal(BookmarkResumptionResult.Success, Finished.ResultOf(answer!));
    }

    [Theory, Lanes]
    [Rule("1.4")]
    public void FaultCallback_OfChild_PrecedesCompletionAndSibling(Lane lane)
    {
        Step sibling = Step("sibling"), failing = new(_log, "failing", new InvalidOperationException("boom"));
        Probe parent = new(_log, "p", sibling, failing) { OnFault = (context, _, _) => context.HandleFault() };
        parent.Body = context =>
        {
            parent.Schedule(context, sibling);
            parent.ScheduleGuarded(context, failing);
        };
        Runner.Run(parent, lane);
        _log.AssertIs("p executes", "failing", "p ! boom from failing", "p < failing Faulted", "sibling", "p < sibling Closed");
    }

    [Theory, Lanes]
    [Rule("1.6")]
    public void Parent_WithoutCallbacks_CompletesWithLastChild(Lane lane)
    {
        Step a = Step("a"), b = Step("b");
        Probe child = new(_log, "child", a, b);
        child.Body = context =>
        {
            context.ScheduleActivity(a);
            context.ScheduleActivity(b);
        };
        Runner.Run(new Probe(_log, "p", child), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "child executes", "b", "a", "p < child Closed");
    }

    [Theory, Lanes]
    [Rule("1.6")]
    public void Parent_BlockingBookmark_StaysExecutingUntilResumed(Lane lane)
    {
        Step child = Step("child");
        Probe waiting = new(_log, "waiting", child);
        waiting.Body = context =>
        {
            context.CreateBookmark("w", waiting.Resumed);
            waiting.Schedule(context, child);
        };
        Running running = Runner.Start(new Probe(_log, "p", waiting), lane);
        Assert.True(running.IsIdle);
        _log.AssertIs("p executes", "waiting executes", "child", "waiting < child Closed");
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["waiting @ w ", "p < waiting Closed"], _log.Entries[^2..]);
    }

    [Theory, Lanes]
    [Rule("1.7")]
    public void QueuedChild_OfAbortedParent_NeverRuns(Lane lane)
    {
        Step queued = Step("queued"), failing = new(_log, "failing", new InvalidOperationException("boom"));
        Probe middle = new(_log, "middle", queued, failing);
        Probe root = new(_log, "root", middle);
        root.Body = context => root.ScheduleGuarded(context, middle);
        middle.OnChild = (_, completed) => throw new InvalidOperationException("late");
        root.OnFault = (context, _, _) => context.HandleFault();
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "middle executes", "failing", "root ! boom from failing", "middle < failing Faulted",
            "middle aborts", "root ! late from middle", "root < middle Faulted");
    }

    [Theory, Lanes]
    [Rule("1.7")]
    public void Resumption_OwnerTornDownFirst_IsDropped(Lane lane)
    {
        BookmarkResumptionResult? answer = null;
        Wait wait = new(_log, "w");
        Probe middle = new(_log, "middle", wait);
        Probe trigger = new(_log, "trigger") { Body = context => answer = context.ResumeBookmark(new Bookmark("w"), 1) };
        Probe root = new(_log, "root", trigger, middle);
        ActivityInstance? doomed = null;
        root.Body = context =>
        {
            root.Schedule(context, trigger);
            doomed = root.Schedule(context, middle);
        };
        root.OnChild = (context, completed) =>
        {
            if (completed.Activity == trigger)
            {
                context.AbortChildInstance(doomed!);
            }
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(BookmarkResumptionResult.Success, answer);
        _log.AssertIs(
            "root executes", "middle executes", "w waits", "trigger executes", "root < trigger Closed", "w aborts", "middle aborts", "root < middle Faulted");
    }

    [Theory, Lanes]
    [Rule("1.7")]
    public void QueuedChild_Canceled_DoesNotAffectLaterInstances(Lane lane)
    {
        Parallel race = new() { Branches = { Step("winner"), new Wait(_log, "never"), new Wait(_log, "neither") }, CompletionCondition = true };
        Parallel after = new() { Branches = { new Wait(_log, "a"), new Wait(_log, "b"), new Wait(_log, "c") } };
        Running running = Runner.Start(new Sequence { Activities = { race, after, Step("last") } }, lane);
        _log.AssertIs("winner", "a waits", "b waits", "c waits");
        running.Resume("b");
        running.Resume("c");
        running.Resume("a");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("last", _log.Entries[^1]);
    }

    [Theory, Lanes]
    [Rule("1.9")]
    public void Arguments_OfChild_AreEvaluatedBeforeBody(Lane lane)
    {
        int counter = 0;
        Probe late = new(_log, "late") { Input = new InArgument<int>(_ => Read()) };
        late.Body = context => _log.Add($"late reads {late.Input.Get(context)}");
        Step first = new(_log, "first", _ => counter = 5);
        Probe parent = new(_log, "p", late, first);
        parent.Body = context =>
        {
            context.ScheduleActivity(late);
            context.ScheduleActivity(first);
        };
        Runner.Run(parent, lane);
        _log.AssertIs("p executes", "first", "evaluated", "late executes", "late reads 5");

        int Read()
        {
            _log.Add("evaluated");
            return counter;
        }
    }

    private Step Step(string name) => new(_log, name);

    private sealed class Outside : IWorkflowInstanceExtension
    {
        private WorkflowInstanceProxy? _proxy;

        public IEnumerable<object>? GetAdditionalExtensions() => null;

        public void SetInstance(WorkflowInstanceProxy instance) => _proxy = instance;

        public Task<BookmarkResumptionResult> Resume(string name) => _proxy!.ResumeBookmarkAsync(new Bookmark(name), 7).AsTask();
    }
}
