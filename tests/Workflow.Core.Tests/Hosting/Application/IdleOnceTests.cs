using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>After an instance was reported idle, it is reported idle again only if an item has run (rule 7.2).</summary>
[Rule("7.2")]
public sealed class IdleOnceTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("3.1")]
    public void Cancel_OfACancelingIdleInstance_ReportsNothing()
    {
        Collector collector = Collector.Of(new Workflow.Tracking.WorkflowInstanceQuery { States = { "*" } });
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w") { IsDeaf = true }, collector).Run();
        hosted.Do(application => application.CancelAsync());
        hosted.Do(application => application.CancelAsync());
        hosted.Do(application => application.CancelAsync());
        _log.AssertIs("w waits", "idle w", "w cancels", "idle w");
        collector.AssertIs("Started", "Idle", "Idle");
    }

    [Fact]
    [Rule("6.2")]
    public void Operation_EndsAfterItsActivityWasAborted_ReportsNothing()
    {
        Operation operation = new(_log, "op");
        Probe root = new(_log, "root", operation);
        ActivityInstance? child = null;
        root.Body = context =>
        {
            child = root.Schedule(context, operation);
            context.CreateBookmark("abort", root.Resumed);
            context.CreateBookmark("end", root.Resumed);
        };
        root.OnResume = (context, bookmark, _) =>
        {
            if (bookmark.Name == "abort")
            {
                context.AbortChildInstance(child!);
            }
        };
        Hosted hosted = Hosted.Inline(_log, root).Run();
        hosted.Resume("abort");
        _log.Clear();
        operation.Succeed();
        _log.AssertIs();
        hosted.Resume("end");
        _log.AssertIs("root @ end ", "completed Closed", "unloaded");
    }

    [Fact]
    public void Run_OfAnIdleInstance_ReportsItAgain()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w")).Run().Run();
        hosted.Do(application => application.CancelAsync());
        _log.AssertIs("w waits", "idle w", "idle w", "w cancels", "completed Canceled", "unloaded");
    }
}
