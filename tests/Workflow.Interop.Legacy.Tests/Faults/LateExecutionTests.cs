using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Faults;

/// <summary>Handlers are called for children even after their activity has closed. The activity can no longer execute children (A.3, A.5).</summary>
[Trait("Paragraph", "A.3")]
public sealed class LateExecutionTests
{
    private readonly List<string> _trace = [];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ExecuteActivity_OwnerClosed_IsRefused(bool clones)
    {
        Looped late = new("late");
        Late activity = new Late("closing") { Clones = clones }.With(Code("first", _trace), late);
        using Run run = Run.Of(Sequence("root", activity, Code("after", _trace)));
        Assert.Equal("Terminated", run.Last);
        Assert.Equal("'late' cannot be executed: 'closing' is not running; an activity executes its children while it runs.", run.Exception!.Message);
        Assert.Equal(ActivityExecutionStatus.Initialized, late.ExecutionStatus);
        Assert.Equal(["first"], _trace.Take(1));
    }

    [Fact]
    public void ExecuteActivity_FaultHandlerRuns_IsRefused()
    {
        Looped late = new("late");
        Late activity = new Late("closing") { Fails = true }.With(
            Code("first", _trace),
            late,
            Handlers("faults", Handler<FormatException>("fault", Code("handled", _trace), new Reading("go"))));
        using Run run = Run.Of(Sequence("root", activity, Code("after", _trace)));
        Assert.Equal(ActivityExecutionStatus.Initialized, late.ExecutionStatus);
        Assert.Equal("Terminated", run.Last);
        Assert.StartsWith("'late' cannot be executed", run.Exception!.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("after", _trace);
    }

    /// <summary>Closes when its first child has closed, and then tries to execute the second child.</summary>
    private sealed class Late(string name) : CompositeActivity(name)
    {
        public bool Clones { get; init; }

        public bool Fails { get; init; }

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            Activities[0].Closed += OnClosed;
            Activities[0].Closed += OnClosedAgain;
            executionContext.ExecuteActivity(Activities[0]);
            return ActivityExecutionStatus.Executing;
        }

        private void OnClosed(object? sender, ActivityExecutionStatusChangedEventArgs e)
        {
            if (Fails)
            {
                // The queued call runs after the exception, while the activity faults.
                Invoke(OnClosedAgain, e);
                throw new FormatException("failed");
            }

            ((ActivityExecutionContext)sender!).CloseActivity();
        }

        private void OnClosedAgain(object? sender, ActivityExecutionStatusChangedEventArgs e)
        {
            ActivityExecutionContext context = (ActivityExecutionContext)sender!;
            if (Fails
                && ExecutionStatus == ActivityExecutionStatus.Faulting
                && !Activities.OfType<FaultHandlersActivity>().Any(static activity => activity.ExecutionStatus == ActivityExecutionStatus.Executing))
            {
                Invoke(OnClosedAgain, e);
            }
            else if (Clones)
            {
                ActivityExecutionContext inner = context.ExecutionContextManager.CreateExecutionContext(Activities[1]);
                inner.ExecuteActivity(inner.Activity);
            }
            else
            {
                context.ExecuteActivity(Activities[1]);
            }
        }
    }
}
