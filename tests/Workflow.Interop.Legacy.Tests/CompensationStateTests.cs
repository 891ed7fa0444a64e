using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>The status of compensated activities (A.3), and the contexts that are kept for a compensation (A.6).</summary>
[Trait("Paragraph", "A.3")]
public sealed class CompensationStateTests
{
    private readonly List<string> _trace = [];

    [Theory]
    [InlineData(ActivityExecutionStatus.Initialized)]
    [InlineData(ActivityExecutionStatus.Executing)]
    [InlineData(ActivityExecutionStatus.Canceling)]
    [InlineData(ActivityExecutionStatus.Faulting)]
    public void Compensate_InvalidStatusReturned_Faults(ActivityExecutionStatus returned)
    {
        Booking booking = Book("a");
        booking.Undone += (_, e) => e.Status = returned;
        using Run run = Run.Of(Sequence("s", booking, Fail()));
        Assert.Equal($"'a' returned '{returned}' while its status was 'Compensating'; return 'Compensating' or 'Closed'.", run.Exception!.Message);
    }

    [Fact]
    public void StatusEvents_OfACompensation_HaveItsResult()
    {
        Booking booking = Book("a");
        booking.StatusChanged += (_, e) => _trace.Add($"{e.ExecutionStatus} {e.ExecutionResult}");
        booking.Compensating += (_, _) => _trace.Add("event");
        using Run run = Run.Of(Sequence("s", booking, Fail()));
        Assert.Equal(["Executing None", "a0", "Closed Succeeded", "Compensating Succeeded", "event", "-a0", "Closed Compensated"], _trace);
    }

    [Fact]
    public void Uninitialize_Compensatable_FollowsCompensation()
    {
        Booking booking = Book("a");
        booking.Released += (_, _) => _trace.Add("released");
        Booking never = Book("n");
        never.Released += (_, _) => _trace.Add("end");
        using Run run = Run.Of(Sequence(
            "s",
            Sequence("inner", booking, Code("c", _trace)),
            never,
            Fail(),
            Handlers("hs", Handler<FormatException>("h", Compensate("co", "a"), Code("x", _trace)))));
        Assert.Equal(["a0", "c", "n0", "-a0", "released", "x", "end"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.6")]
    public void PersistedExecutionContexts_KeptForCompensation_AreNotCounted()
    {
        Keeper keeper = new Keeper("k") { Trace = _trace }.With(Book("a"));
        using Run run = Run.Of(Sequence("s", keeper, Fail()));
        Assert.Equal(["a0", "kept 0", "a1", "kept 1", "released 0", "-a1", "-a0"], _trace);
    }

    [Theory]
    [InlineData("if", "a0 b0 -b0 -a0")]
    [InlineData("parallel", "a0 b0 -b0 -a0")]
    [InlineData("listen", "a0 b0 -b0 -a0")]
    [InlineData("group", "a0 b0 -b0 -a0")]
    [InlineData("scope", "a0 b0 -b0 -a0")]
    [InlineData("handler", "a0 b0 -b0 -a0")]
    [Trait("Paragraph", "A.11")]
    public void Composites_OfEachKind_AreCompensatedNewestFirst(string kind, string expected)
    {
        using Run run = Run.Of(Sequence("s", Composite(kind, Book("a"), Book("b")), Fail()));
        run.ContinueAfter(TimeSpan.FromMinutes(1));
        Assert.Equal(expected, string.Join(' ', _trace));
        Assert.Equal("failed", run.Exception!.Message);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void StateMachine_Fails_CompensatesHandlers()
    {
        StateMachineWorkflowActivity machine = new("m") { InitialStateName = "first", CompletedStateName = "last" };
        machine.With(
            new StateActivity("first").With(new StateInitializationActivity("init").With(
                Book("a"),
                new SetStateActivity("next") { TargetStateName = "second" })),
            new StateActivity("second").With(On("on", Delay("d", 1), Book("b"), Fail())),
            new StateActivity("last"));
        using Run run = Run.Of(machine);
        run.ContinueAfter(TimeSpan.FromMinutes(1));
        Assert.Equal("a0 b0 -b0 -a0", string.Join(' ', _trace));
        Assert.Equal("failed", run.Exception!.Message);
    }

    private static Activity Composite(string kind, Booking first, Booking second) => kind switch
    {
        "if" => new IfElseActivity("i").With(Branch("ib", null, first, second)),
        "parallel" => Parallel("p", Sequence("p1", first), Sequence("p2", second)),
        "listen" => new ListenActivity("l").With(On("l1", Delay("d1", 1), first, second), On("l2", Delay("d2", 2))),
        "group" => new ConditionedActivityGroup("g").With(first, second),
        "scope" => new EventHandlingScopeActivity("es").With(Sequence("body", first, second)),
        _ => Sequence("inner", first, Throw("ti", new ArithmeticException()), Handlers("hs", Handler<ArithmeticException>("h", second))),
    };

    private static ThrowActivity Fail() => Throw("t", new FormatException("failed"));

    private Booking Book(string name) => new(name, _trace);

    /// <summary>Runs its child twice. Requests that the second context is kept, and discards it at the end.</summary>
    private sealed class Keeper(string name) : CompositeActivity(name), IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
    {
        private bool _isSecond;

        public required List<string> Trace { get; init; }

        void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
        {
            ActivityExecutionContext context = (ActivityExecutionContext)sender;
            ActivityExecutionContextManager manager = context.ExecutionContextManager;
            manager.CompleteExecutionContext(manager.GetExecutionContext(e.Activity)!, forcePersist: _isSecond);
            Trace.Add($"kept {manager.PersistedExecutionContexts.Count()}");
            if (!_isSecond)
            {
                _isSecond = true;
                RunChild(context);
                return;
            }

            Guid kept = manager.PersistedExecutionContexts.Single();
            manager.DiscardPersistedExecutionContext(kept);
            Trace.Add($"released {manager.PersistedExecutionContexts.Count()}");
            Assert.Throws<ArgumentException>(() => manager.GetPersistedExecutionContext(kept));
            context.CloseActivity();
        }

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            RunChild(executionContext);
            return ActivityExecutionStatus.Executing;
        }

        private void RunChild(ActivityExecutionContext context)
        {
            ActivityExecutionContext inner = context.ExecutionContextManager.CreateExecutionContext(Activities[0]);
            inner.Activity.RegisterForStatusChange(ClosedEvent, this);
            inner.ExecuteActivity(inner.Activity);
        }
    }
}
