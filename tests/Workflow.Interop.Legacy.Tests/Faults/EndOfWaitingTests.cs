using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Faults;

/// <summary>After an exception that an outer activity handles, the faulted activity no longer waits for its events (A.11, A.12).</summary>
[Trait("Paragraph", "A.11")]
public sealed class EndOfWaitingTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void EventHandler_Faults_EndsOtherSubscriptions()
    {
        using Run run = Run.Of(Guarded(new EventHandlingScopeActivity("scope").With(
            Delay("body", 30),
            new EventHandlersActivity("handlers").With(
                On("e1", new Reading("go"), Fail("fail")), On("e2", Delay("timer", 20)), On("e3", Reading.Into(_trace, "other"))))));
        run.Instance.EnqueueItem("go", 1, null, null);
        run.Continue();
        CheckWaitsOnlyForLast(run);
    }

    [Fact]
    public void Body_Faults_EndsHandlerSubscriptions()
    {
        using Run run = Run.Of(Guarded(new EventHandlingScopeActivity("scope").With(
            Sequence("body", new Reading("go"), Fail("fail")),
            new EventHandlersActivity("handlers").With(On("e2", Delay("timer", 20)), On("e3", Reading.Into(_trace, "other"))))));
        run.Instance.EnqueueItem("go", 1, null, null);
        run.Continue();
        CheckWaitsOnlyForLast(run);
    }

    [Fact]
    public void Listen_BranchFaults_EndsOtherSubscriptions()
    {
        using Run run = Run.Of(Guarded(new ListenActivity("listen").With(
            On("e1", new Reading("go"), Fail("fail")), On("e2", Delay("timer", 20)), On("e3", Reading.Into(_trace, "other")))));
        run.Instance.EnqueueItem("go", 1, null, null);
        run.Continue();
        CheckWaitsOnlyForLast(run);
    }

    private SequenceActivity Guarded(Activity activity) =>
        Sequence("outer", Sequence("guarded", activity, Handlers("faults", Handler<FormatException>("fault", Code("handled", _trace)))), new Reading("last"));

    private static CodeActivity Fail(string name) => Code(name, static (_, _) => throw new FormatException("failed"));

    private void CheckWaitsOnlyForLast(Run run)
    {
        Assert.Equal(["handled"], _trace);
        Assert.Equal(["last"], run.Instance.GetWorkflowQueueData().SelectMany(static queue => queue.SubscribedActivityNames));
        Assert.Equal(DateTime.MaxValue, run.Instance.GetWorkflowNextTimerExpiration());
        run.Instance.EnqueueItem("other", 1, null, null);
        run.ContinueAfter(TimeSpan.FromMinutes(60));
        Assert.Equal("Idled", run.Last);
        run.Instance.EnqueueItem("last", 1, null, null);
        run.Continue();
        Assert.Equal(["handled"], _trace);
        Assert.Equal("Completed", run.Last);
    }
}
