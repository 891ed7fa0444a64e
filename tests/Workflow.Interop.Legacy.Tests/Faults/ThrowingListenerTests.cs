using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Faults;

/// <summary>Composite activities whose listener throws at each notification of a child, even while the activity faults (A.3, A.4).</summary>
[Trait("Paragraph", "A.4")]
public sealed class ThrowingListenerTests
{
    private readonly List<string> _trace = [];

    [Theory]
    [InlineData(true, 1)]
    [InlineData(true, 3)]
    [InlineData(false, 1)]
    [InlineData(false, 3)]
    public void Listener_AlwaysThrows_FaultsActivity(bool clones, int children)
    {
        Failing failing = new Failing("failing") { Clones = clones }.With([.. Enumerable.Range(0, children).Select(static i => new Reading($"r{i}"))]);
        using Run run = Run.Of(Sequence(
            "root",
            Sequence("guarded", failing, Handlers("faults", Handler<FormatException>("fault", Code("handled", _trace)))),
            Code("after", _trace)));
        run.Instance.EnqueueItem("r0", 1, null, null);
        run.Continue();
        Assert.Equal("Completed", run.Last);
        Assert.Equal(["handled", "after"], _trace);
        Assert.Equal(ActivityExecutionStatus.Closed, failing.ExecutionStatus);
        Assert.Equal(ActivityExecutionResult.Uninitialized, failing.ExecutionResult);
    }

    [Fact]
    public void ClosedHandler_OfUnexecutedActivity_UninitializesOnce()
    {
        Unused unused = new("unused");
        Activity parent = new IfElseActivity("choice").With(Branch("taken", true), Branch("other", null, unused));
        parent.Closed += unused.OnStatus;
        using Run run = Run.Of(Sequence("root", parent, Code("after", _trace)));
        Assert.Equal("Terminated", run.Last);
        Assert.Equal("handler", run.Exception!.Message);
        Assert.Equal(ActivityExecutionStatus.Initialized, unused.ExecutionStatus);
        Assert.Equal(1, unused.Releases);
    }

    /// <summary>Runs all children concurrently.</summary>
    private sealed class Failing(string name) : CompositeActivity(name), IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
    {
        public bool Clones { get; init; }

        void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e) =>
            throw new FormatException("listener");

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            foreach (Activity child in EnabledActivities)
            {
                ActivityExecutionContext context = Clones ? executionContext.ExecutionContextManager.CreateExecutionContext(child) : executionContext;
                Activity run = Clones ? context.Activity : child;
                run.RegisterForStatusChange(ClosedEvent, this);
                context.ExecuteActivity(run);
            }

            return ActivityExecutionStatus.Executing;
        }
    }

    private sealed class Unused(string name) : Activity(name)
    {
        public int Releases { get; private set; }

        public void OnStatus(object? sender, ActivityExecutionStatusChangedEventArgs e) => throw new FormatException("handler");

        protected override void Uninitialize(IServiceProvider provider) => Releases++;
    }
}
