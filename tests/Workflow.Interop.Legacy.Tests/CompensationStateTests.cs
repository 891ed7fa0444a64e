using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>The status of activities that are compensated (A.3), and what is kept for a compensation (A.6).</summary>
[Trait("Paragraph", "A.3")]
public sealed class CompensationStateTests
{
    private readonly List<string> _trace = [];

    [Theory]
    [InlineData(ActivityExecutionStatus.Initialized)]
    [InlineData(ActivityExecutionStatus.Executing)]
    [InlineData(ActivityExecutionStatus.Canceling)]
    [InlineData(ActivityExecutionStatus.Faulting)]
    public void Compensate_ThatReturnsAnotherStatus_Faults(ActivityExecutionStatus returned)
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
    public void Uninitialize_OfWhatCanBeCompensated_ComesAfterTheCompensation()
    {
        Booking booking = Book("a");
        booking.Released += (_, _) => _trace.Add("released");
        Booking never = Book("n");
        never.Released += (_, _) => _trace.Add("end");
        using Run run = Run.Of(Sequence("s", Sequence("inner", booking, Code("c", _trace)), never, Fail(), Handlers("hs", Handler<FormatException>("h", Compensate("co", "a"), Code("x", _trace)))));
        Assert.Equal(["a0", "c", "n0", "-a0", "released", "x", "end"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.6")]
    public void PersistedExecutionContexts_DoNotCountContextsThatAreKeptForACompensation()
    {
        Keeper keeper = new Keeper("k") { Trace = _trace }.With(Book("a"));
        using Run run = Run.Of(Sequence("s", keeper, Fail()));
        Assert.Equal(["a0", "kept 0", "a1", "kept 1", "released 0", "-a1", "-a0"], _trace);
    }

    private static ThrowActivity Fail() => Throw("t", new FormatException("failed"));

    private Booking Book(string name) => new(name, _trace);

    /// <summary>Runs its child twice and keeps the second context on demand, which it releases at the end.</summary>
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
