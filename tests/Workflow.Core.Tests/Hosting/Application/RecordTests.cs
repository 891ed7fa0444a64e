using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The records of an instance as a whole that the tracking participants of an application receive.</summary>
public sealed class RecordTests : StoredApplications
{
    private readonly Collector _collector = Collector.Of(
        new WorkflowInstanceQuery { States = { "*" } },
        new CancelRequestedQuery { ActivityName = "*", ChildActivityName = "*" });

    [Fact]
    [Rule("16.1.1")]
    [Rule("16.2")]
    [Rule("16.3")]
    public void Records_FromStartToEnd()
    {
        Hosted hosted = Hosted.Inline(Log, new Wait(Log, "w"), _collector).Run();
        hosted.Resume("w");
        _collector.AssertIs("Started", "Idle", "Completed");
    }

    [Fact]
    [Rule("15.5")]
    [Rule("16.1.1")]
    [Rule("16.3")]
    public void Records_WithAStore()
    {
        Wait root = new(Log, "w");
        Hosted first = With(root, _collector).Run();
        first.Do(application => application.PersistAsync());
        first.Do(application => application.UnloadAsync());
        Collector second = Collector.Of(new WorkflowInstanceQuery { States = { "*" } });
        Loaded(root, first.Application.Id, second).Resume("w");
        _collector.AssertIs("Started", "Idle", "Persisted", "Unloaded");
        second.AssertIs("Resumed", "Completed", "Deleted");
        Assert.Equal(second.Numbers.Order(), second.Numbers);
        Assert.True(second.Numbers[0] > _collector.Numbers[^1]);
    }

    [Fact]
    [Rule("7.7")]
    [Rule("16.1.1")]
    public void UnloadBeforeRun_ReportsStartedAfterTheLoad()
    {
        Step root = new(Log, "step");
        Hosted first = With(root, _collector);
        first.Do(application => application.UnloadAsync());
        Collector second = Collector.Of(new WorkflowInstanceQuery { States = { "*" } });
        Loaded(root, first.Application.Id, second).Run();
        _collector.AssertIs("Unloaded");
        second.AssertIs("Started", "Completed", "Deleted");
    }

    [Fact]
    [Rule("6.4")]
    public void CancelBeforeRun_IsStartedAndCanceled()
    {
        Hosted hosted = Hosted.Inline(Log, new Wait(Log, "w"), _collector);
        hosted.Do(application => application.CancelAsync());
        _collector.AssertIs("Started", "- x w#1", "Canceled");
    }

    [Fact]
    [Rule("6.4")]
    public void TerminateBeforeRun_IsNotStarted()
    {
        Hosted hosted = Hosted.Inline(Log, new Wait(Log, "w"), _collector);
        hosted.Do(application => application.TerminateAsync("enough"));
        _collector.AssertIs("Terminated enough");
    }

    [Theory]
    [InlineData(UnhandledExceptionAction.Terminate, "Terminated late")]
    [InlineData(UnhandledExceptionAction.Abort, "Aborted late")]
    [InlineData(UnhandledExceptionAction.Cancel, "Canceled")]
    [Rule("16.4")]
    public void UnhandledException_Tracked_IsReportedBeforeTheHandler(UnhandledExceptionAction action, string end)
    {
        Hosted hosted = Hosted.Inline(Log, new Step(Log, "step", new TimeoutException("late")), _collector);
        hosted.OnUnhandled = action;
        hosted.Also["unhandled"] = () => _collector.AssertIs("Started", "UnhandledException late of step#1");
        hosted.Run();
        _collector.AssertIs("Started", "UnhandledException late of step#1", end);
    }

    [Fact]
    [Rule("16.5")]
    public void Abort_IsReportedWithItsReason()
    {
        Hosted hosted = Hosted.Inline(Log, new Wait(Log, "w"), _collector).Run();
        NoContext.Run(() => hosted.Application.Abort("no more"));
        _collector.AssertIs("Started", "Idle", "Aborted no more");
    }

    [Fact]
    [Rule("6.2")]
    public void Abort_WithoutAReason_IsNotReported()
    {
        Probe probe = new(Log, "probe");
        probe.Body = context => context.Abort();
        Hosted.Inline(Log, probe, _collector).Run();
        _collector.AssertIs("Started");
    }

    [Fact]
    [Rule("8.3")]
    public void ResumptionRecord_Tracked_IsDeliveredBeforeTheCallback()
    {
        Collector collector = new(record =>
        {
            if (record is BookmarkResumptionRecord)
            {
                Log.Add("delivered");
            }
        });
        Hosted hosted = Hosted.Inline(Log, new Wait(Log, "w"), collector).Run();
        hosted.Resume("w", 1);
        Log.AssertIs("w waits", "idle w", "delivered", "w resumed 1", "completed Closed", "unloaded");
    }
}
