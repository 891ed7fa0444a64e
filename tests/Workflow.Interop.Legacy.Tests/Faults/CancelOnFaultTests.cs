using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Faults;

/// <summary>A composite activity that faults calls its Cancel method (A.2, A.11).</summary>
[Trait("Paragraph", "A.11")]
public sealed class CancelOnFaultTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void HandleFault_ExecuteThrows_CallsCancel()
    {
        using Run run = Run.Of(Handled(new Cleaning("odd", _trace) { Failure = new FormatException("execute") }));
        Assert.Equal(["odd cancels Faulting", "handled"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void HandleFault_ChildrenRun_CallsCancelAndWaitsForThem()
    {
        using Run run = Run.Of(Handled(new Cleaning("odd", _trace).With(new Waiting("waiting", _trace), Throw("throw", new FormatException("child")))));
        Assert.Equal(["waiting executes", "odd cancels Faulting", "waiting cancels", "waiting closed", "handled"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void HandleFault_CancelThrows_KeepsLaterException()
    {
        using Run run = Run.Of(new Cleaning("odd", _trace) { Failure = new FormatException("execute"), CancelFailure = new TimeoutException("cancel") });
        Assert.Equal("cancel", Assert.IsType<TimeoutException>(run.Exception).Message);
    }

    [Fact]
    public void HandleFault_CancelClosesItself_EndsOnce()
    {
        using Run run = Run.Of(Handled(new Cleaning("odd", _trace) { Failure = new FormatException("execute"), ClosesItself = true }));
        Assert.Equal(["odd cancels Faulting", "handled"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    /// <summary>The base class cannot know how the children end. An activity without its own Cancel method still waits for them.</summary>
    [Fact]
    public void HandleFault_NoCancelOverride_CancelsChildren()
    {
        using Run run = Run.Of(Handled(new Both("both").With(new Waiting("waiting", _trace), Throw("throw", new FormatException("child")))));
        Assert.Equal(["waiting executes", "waiting cancels", "waiting closed", "handled"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    private SequenceActivity Handled(Activity child) =>
        Sequence("root", child, Handlers("handlers", Handler<FormatException>("handler", Code("handled", _trace))));

    /// <summary>Runs its children concurrently.</summary>
    public class Both(string name) : CompositeActivity(name), IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
    {
        void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
        {
            if (EnabledActivities.All(static child => child.ExecutionStatus is ActivityExecutionStatus.Closed or ActivityExecutionStatus.Initialized))
            {
                ((ActivityExecutionContext)sender).CloseActivity();
            }
        }

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            foreach (Activity child in EnabledActivities)
            {
                child.RegisterForStatusChange(ClosedEvent, this);
                executionContext.ExecuteActivity(child);
            }

            return ActivityExecutionStatus.Executing;
        }
    }

    /// <summary>Cleans up in Cancel, and does not override HandleFault.</summary>
    public sealed class Cleaning(string name, List<string> trace) : Both(name)
    {
        public Exception? Failure { get; set; }

        public Exception? CancelFailure { get; set; }

        public bool ClosesItself { get; set; }

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext) =>
            Failure is null ? base.Execute(executionContext) : throw Failure;

        protected override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
        {
            trace.Add($"{Name} cancels {ExecutionStatus}");
            if (CancelFailure is not null)
            {
                throw CancelFailure;
            }

            if (ClosesItself)
            {
                executionContext.CloseActivity();
                return ActivityExecutionStatus.Closed;
            }

            bool isBusy = false;
            foreach (Activity child in EnabledActivities.Where(static child => child.ExecutionStatus == ActivityExecutionStatus.Executing))
            {
                isBusy = true;
                executionContext.CancelActivity(child);
            }

            return isBusy ? ActivityExecutionStatus.Canceling : ActivityExecutionStatus.Closed;
        }
    }
}
