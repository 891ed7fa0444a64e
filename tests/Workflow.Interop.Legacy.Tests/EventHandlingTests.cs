using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Scopes with event handlers (A.12).</summary>
[Trait("Paragraph", "A.12")]
public sealed class EventHandlingTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);
    private readonly List<string> _trace = [];

    [Fact]
    public void Handlers_BodyRuns_HandleEachEvent()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Scope(Reading.Into(_trace, "end"), On("e1", Reading.Into(_trace, "x"), Code("after x", _trace)), On("e2", Reading.Into(_trace, "y"))),
            Code("done", _trace)));
        Send(run, "x", 1);
        Send(run, "y", 2);
        Send(run, "x", 3);
        Send(run, "end", 4);
        Assert.Equal(["x 1", "after x", "y 2", "x 3", "after x", "end 4", "done"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Events_OfOneHandler_AreHandledSequentially()
    {
        using Run run = Run.Of(Scope(Reading.Into(_trace, "end"), On("e", Reading.Into(_trace, "x"), Reading.Into(_trace, "go"))));
        for (int i = 1; i <= 3; i++)
        {
            run.Instance.EnqueueItem("x", i, null, null);
        }

        run.Continue();
        Assert.Equal(["x 1"], _trace);
        Send(run, "go", 1);
        Send(run, "go", 2);
        Assert.Equal(["x 1", "go 1", "x 2", "go 2", "x 3"], _trace);
        Send(run, "end", 0);
        Assert.Equal("Idled", run.Last);
        Send(run, "go", 3);
        Assert.Equal(["end 0", "go 3"], _trace.TakeLast(2));
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Handlers_OfDifferentEvents_RunConcurrently()
    {
        using Run run = Run.Of(Scope(
            Reading.Into(_trace, "end"),
            On("e1", Reading.Into(_trace, "x"), Reading.Into(_trace, "goX")),
            On("e2", Reading.Into(_trace, "y"), Reading.Into(_trace, "goY"))));
        Send(run, "x", 1);
        Send(run, "y", 2);
        Send(run, "goY", 3);
        Send(run, "goX", 4);
        Send(run, "end", 5);
        Assert.Equal(["x 1", "y 2", "goY 3", "goX 4", "end 5"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Events_AfterBodyEnds_AreNotHandled()
    {
        using Run run = Run.Of(Scope(
            Reading.Into(_trace, "end"),
            On("e1", Reading.Into(_trace, "x"), Reading.Into(_trace, "go")),
            On("e2", Reading.Into(_trace, "y"))));
        Send(run, "x", 1);
        Send(run, "x", 2);
        Send(run, "end", 3);
        Send(run, "y", 4);
        Send(run, "x", 5);
        Assert.Equal(["x 1", "end 3"], _trace);
        Send(run, "go", 6);
        Assert.Equal(["x 1", "end 3", "go 6"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Delay_AsEvent_RestartsAfterEachRun()
    {
        using Run run = Run.Of(Scope(Reading.Into(_trace, "end"), On("e", Delay("d", 1), Code("tick", _trace))));
        Assert.Equal(1, Timers(run));
        run.ContinueAfter(Minute);
        run.ContinueAfter(Minute);
        Assert.Equal(["tick", "tick"], _trace);
        Send(run, "end", 0);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Scope_InALoop_HandlesEventsInEachIteration()
    {
        int count = 0;
        using Run run = Run.Of(While("w", () => count++ < 2, Scope(Reading.Into(_trace, "end"), On("e", Reading.Into(_trace, "x")))));
        Send(run, "x", 1);
        Send(run, "end", 2);
        Send(run, "x", 3);
        Send(run, "x", 4);
        Send(run, "end", 5);
        Assert.Equal(["x 1", "end 2", "x 3", "x 4", "end 5"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Scope_NoHandlersOrBody_Completes()
    {
        using Run first = Run.Of(new EventHandlingScopeActivity("es").With(Code("a", _trace)));
        using Run second = Run.Of(new EventHandlingScopeActivity("es").With(new EventHandlersActivity("eh").With(On("e", Delay("d", 1)))));
        using Run third = Run.Of(new EventHandlingScopeActivity("es").With(Code("b", _trace), new EventHandlersActivity("eh")));
        Assert.Equal(["a", "b"], _trace);
        Assert.All([first, second, third], static run => Assert.Equal("Completed", run.Last));
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Fault_InHandler_CancelsBodyAndIsHandledByScope()
    {
        EventHandlingScopeActivity scope = Scope(
            new Waiting("w", _trace),
            On("e1", Reading.Into(_trace, "x"), Throw("t", new FormatException())),
            On("e2", Delay("d", 5)));
        scope.With(Handlers("hs", Handler<FormatException>("h", Code("handled", _trace))));
        using Run run = Run.Of(Sequence("s", scope, Code("done", _trace)));
        Send(run, "x", 1);
        Assert.Equal(["w executes", "x 1", "w cancels", "w closed", "handled", "done"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Fault_InBody_CancelsHandlersAndTimers()
    {
        EventHandlingScopeActivity scope = Scope(
            Sequence("b", Reading.Into(_trace, "end"), Throw("t", new FormatException("body"))),
            On("e1", Reading.Into(_trace, "x"), new Looped("wait"), OnCancel("oc", Code("undo", _trace))),
            On("e2", Delay("d", 5)));
        using Run run = Run.Of(Sequence("s", scope, Handlers("hs", Handler<FormatException>("h", Reading.Into(_trace, "last")))));
        Send(run, "x", 1);
        Send(run, "end", 2);
        Assert.Equal(["x 1", "end 2", "undo"], _trace);
        Assert.Equal(0, Timers(run));
        Assert.Equal("Idled", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Cancel_HandlersRun_CancelsBodyAndHandlers()
    {
        EventHandlingScopeActivity scope = Scope(new Waiting("w", _trace), On("e1", Reading.Into(_trace, "x"), new Looped("wait")), On("e2", Delay("d", 5)));
        scope.With(OnCancel("oc", Code("canceled", _trace)));
        using Run run = Run.Of(Sequence(
            "s",
            Parallel("p", Sequence("l", scope), Sequence("r", Reading.Into(_trace, "fail"), Throw("t", new FormatException("f"))))));
        Send(run, "x", 1);
        Send(run, "fail", 2);
        Assert.Equal(["w executes", "x 1", "fail 2", "w cancels", "w closed", "canceled"], _trace);
        Assert.Equal("f", run.Exception!.Message);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Compensation_HandlersRan_CompensatesThem()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Scope(Sequence("b", new Booking("a", _trace), Reading.Into(_trace, "end")), On("e", Reading.Into(_trace, "x"), new Booking("h", _trace))),
            Throw("t", new FormatException())));
        Send(run, "x", 1);
        Send(run, "x", 2);
        Send(run, "end", 3);
        Assert.Equal(["a0", "x 1", "h0", "x 2", "h1", "end 3", "-h1", "-h0", "-a0"], _trace);
        Assert.Equal("Terminated", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Subscribe_Throws_FaultsScope()
    {
        Reading twice = Reading.Into(_trace, "x");
        EventHandlingScopeActivity scope = Scope(new Waiting("w", _trace), On("e1", Reading.Into(_trace, "y")), On("e2", new Broken("broken")));
        using Run run = Run.Of(Sequence("s", scope, Handlers("hs", Handler<FormatException>("h", twice))));
        Assert.Equal("Idled", run.Last);
        Assert.Equal(["w executes", "w cancels", "w closed"], _trace);
        Assert.Empty(run.Instance.GetWorkflowQueueData().Single(static queue => queue.QueueName.Equals("y")).SubscribedActivityNames);
    }

    [Fact]
    public void Validation_InvalidWorkflow_ListsErrors()
    {
        using Workflow.Interop.Legacy.Runtime.WorkflowRuntime runtime = new();
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(() => runtime.CreateWorkflow(typeof(Invalid)));
        Assert.Equal(
            [
                "The activity 'eh' is not the only EventHandlersActivity of an EventHandlingScopeActivity; each scope can have one.",
                "The activity 'es' has several children that are enabled; put them into a SequenceActivity.",
                "The activity 'eh2' has a child that is not an EventDrivenActivity; move it into one.",
                "The activity 'e' does not begin with an activity that waits for an event; put an IEventActivity, such as DelayActivity, in its first place.",
            ],
            exception.Errors.Select(static error => error.ErrorText));
    }

    private static EventHandlingScopeActivity Scope(Activity body, params Activity[] handlers) =>
        new EventHandlingScopeActivity("scope").With(body, new EventHandlersActivity("handlers").With(handlers));

    private static void Send(Run run, string queue, int item)
    {
        run.Instance.EnqueueItem(queue, item, null, null);
        run.Continue();
    }

    private static int Timers(Run run) => run.Instance.GetWorkflowNextTimerExpiration() == DateTime.MaxValue ? 0 : 1;

    private sealed class Broken(string name) : Activity(name), IEventActivity
    {
        public IComparable QueueName => "broken";

        public void Subscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler) =>
            throw new FormatException("subscribe");

        public void Unsubscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler) =>
            throw new ArithmeticException("unsubscribe");
    }

    public sealed class Invalid : SequentialWorkflowActivity
    {
        public Invalid() => this.With(
            new EventHandlersActivity("eh"),
            new EventHandlingScopeActivity("es").With(
                new Activity("a"),
                new Activity("b"),
                new EventHandlersActivity("eh2").With(new Activity("c"), On("e", new Activity("d")))));
    }
}
