using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Runtime.Scheduling;

/// <summary>Tests the scheduling of delegates.</summary>
public sealed class DelegateTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("13.1")]
    public void ScheduleAction_WithoutHandler_CompletesAtOnceWithCallback(Lane lane)
    {
        ActivityAction empty = new();
        ActivityInstance? instance = null;
        Probe root = new(_log, "p") { Delegates = { empty }, OnChild = (_, completed) => instance = completed };
        root.Body = context =>
        {
            ActivityInstance scheduled = context.ScheduleAction(empty, root.ChildCompleted);
            _log.Add($"scheduled {scheduled.State}");
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("scheduled Closed", _log.Entries[1]);
        Assert.Equal(3, _log.Entries.Length);
        Assert.Equal(ActivityInstanceState.Closed, instance!.State);
    }

    [Theory, Lanes]
    [Rule("13.1")]
    public void ScheduleAction_WithoutHandler_HasOtherActivityThanScheduler(Lane lane)
    {
        ActivityAction empty = new();
        Probe root = new(_log, "p") { Delegates = { empty } };
        root.Body = context => Assert.NotSame(root, context.ScheduleAction(empty).Activity);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("13.1")]
    [Rule("1.2")]
    public void ScheduleAction_BesideChildren_KeepsOrder(Lane lane)
    {
        ActivityAction empty = new() { DisplayName = "empty" };
        ActivityAction full = new() { Handler = new Step(_log, "handler") };
        Step child = new(_log, "child");
        Probe root = new(_log, "p", child) { Delegates = { empty, full } };
        root.Body = context =>
        {
            context.ScheduleAction(full, root.ChildCompleted);
            root.Schedule(context, child);
            context.ScheduleAction(empty, root.ChildCompleted);
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.StartsWith("p < ", _log.Entries[1], StringComparison.Ordinal);
        Assert.Equal(["child", "p < child Closed", "handler", "p < handler Closed"], _log.Entries[2..]);
    }
}
