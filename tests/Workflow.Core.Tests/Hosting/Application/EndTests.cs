using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The ways in which an application ends its instance: cancel, terminate, abort.</summary>
public sealed class EndTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("6.4")]
    [Rule("16.3")]
    public void Cancel_OfAnIdleInstance_IsCooperative()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w")).Run();
        hosted.Do(application => application.CancelAsync());
        _log.AssertIs("w waits", "idle w", "w cancels", "completed Canceled", "unloaded");
        Assert.Equal(ActivityInstanceState.Canceled, Finished.ResultOf(hosted.Application.Completion).State);
    }

    [Fact]
    [Rule("6.4")]
    public void Cancel_BeforeRun_CompletesWithoutARunOfTheRoot()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w"));
        hosted.Do(application => application.CancelAsync());
        _log.AssertIs("completed Canceled", "unloaded");
    }

    [Fact]
    [Rule("3.8")]
    public void Cancel_IgnoredByTheRoot_EndsClosed()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w") { IsDeaf = true }).Run();
        hosted.Do(application => application.CancelAsync());
        hosted.Do(application => application.CancelAsync());
        hosted.Resume("w");
        _log.AssertIs("w waits", "idle w", "w cancels", "idle w", "w resumed ", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("6.4")]
    public void Terminate_BeforeRun_IsFaultedWithoutARun()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w"));
        hosted.Do(application => application.TerminateAsync("enough"));
        _log.AssertIs("completed Faulted enough", "unloaded");
    }

    [Fact]
    [Rule("6.5")]
    public void Terminate_WithAnException_ReportsThatOne()
    {
        TimeoutException reason = new("late");
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w")).Run();
        hosted.Do(application => application.TerminateAsync(reason));
        _log.AssertIs("w waits", "idle w", "w aborts", "completed Faulted late", "unloaded");
        Assert.Same(reason, Finished.ResultOf(hosted.Application.Completion).TerminationException);
    }

    [Fact]
    [Rule("6.5")]
    public void Terminate_WithAText_ReportsItAsAnException()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w")).Run();
        hosted.Do(application => application.TerminateAsync("late"));
        WorkflowApplicationTerminatedException reason =
            Assert.IsType<WorkflowApplicationTerminatedException>(Finished.ResultOf(hosted.Application.Completion).TerminationException);
        Assert.Equal(("late", hosted.Application.Id), (reason.Message, reason.InstanceId));
    }

    [Fact]
    [Rule("6.6")]
    public void Terminate_FromAnActivity_TakesEffectAtTheEndOfItsItem()
    {
        WorkflowApplication? application = null;
        Sequence root = new()
        {
            Activities =
            {
                new Step(_log, "asks", step =>
                {
                    _ = application!.TerminateAsync("enough");
                    _log.Add("asked");
                }),
                new Step(_log, "after"),
            },
        };
        Hosted hosted = Hosted.Inline(_log, root);
        application = hosted.Application;
        hosted.Run();
        _log.AssertIs("asks", "asked", "completed Faulted enough", "unloaded");
    }

    [Fact]
    [Rule("6.6")]
    public void Cancel_FromAnActivity_TakesEffectAtTheEndOfItsItem()
    {
        WorkflowApplication? application = null;
        Sequence root = new() { Activities = { new Step(_log, "asks", step => _ = application!.CancelAsync()), new Step(_log, "after") } };
        Hosted hosted = Hosted.Inline(_log, root);
        application = hosted.Application;
        hosted.Run();
        _log.AssertIs("asks", "completed Canceled", "unloaded");
    }

    [Fact]
    [Rule("11.2")]
    public void Terminate_DuringTheCompensationAtTheEnd_IsFaulted()
    {
        Hosted hosted = Hosted.Inline(_log, Compensable(new Wait(_log, "undo"), new Wait(_log, "w"))).Run();
        hosted.Do(application => application.CancelAsync());
        hosted.Do(application => application.CancelAsync());
        hosted.Do(application => application.TerminateAsync("enough"));
        _log.AssertIs(
            "body", "w waits", "idle w", "w cancels", "undo waits", "idle undo", "undo aborts", "completed Faulted enough", "unloaded");
    }

    [Fact]
    [Rule("16.5")]
    [Rule("6.2")]
    public void Abort_OfAnIdleInstance_AbortsActivitiesAndReportsOnce()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w")).Run();
        NoContext.Run(() => hosted.Application.Abort("no more"));
        NoContext.Run(() => hosted.Application.Abort("again"));
        NoContext.Run(hosted.Application.Abort);
        _log.AssertIs("w waits", "idle w", "w aborts", "aborted no more");
        WorkflowApplicationAbortedException end = hosted.Fails<WorkflowApplicationAbortedException>(application => application.Completion);
        Assert.Equal("no more", Assert.IsType<WorkflowApplicationAbortedException>(end.InnerException).Message);
    }

    [Fact]
    [Rule("6.4")]
    public void Abort_BeforeRun_ReportsOnlyAborted()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w"));
        NoContext.Run(() => hosted.Application.Abort("no more"));
        _log.AssertIs("aborted no more");
        Assert.Throws<WorkflowApplicationAbortedException>(hosted.Application.Run);
    }

    [Fact]
    [Rule("16.5")]
    public async Task Abort_WithoutAContext_ReportsOnAnotherThread()
    {
        TaskCompletionSource<int> thread = new();
        WorkflowApplication application = new(new Wait(_log, "w")) { Aborted = _ => thread.SetResult(Environment.CurrentManagedThreadId) };
        int caller = 0;
        await OnThreadOfItsOwn.Run(() =>
        {
            caller = Environment.CurrentManagedThreadId;
            application.Run();
            application.Abort();
        });
        Assert.NotEqual(caller, await thread.Task.WaitAsync(HangGuard.Limit));
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => application.Completion.WaitAsync(HangGuard.Limit));
    }

    [Fact]
    [Rule("16.5")]
    public async Task Abort_ByAnActivityOnTheCallersThread_ReportsOnAnotherThread()
    {
        TaskCompletionSource<int> thread = new();
        Probe probe = new(_log, "probe") { OnResume = (context, _, _) => context.Abort() };
        probe.Body = context => context.CreateBookmark("w", probe.Resumed);
        WorkflowApplication application = new(probe) { Aborted = _ => thread.SetResult(Environment.CurrentManagedThreadId) };
        int caller = 0;
        await OnThreadOfItsOwn.Run(() =>
        {
            caller = Environment.CurrentManagedThreadId;
            _ = application.ResumeBookmarkAsync("w");
        });
        Assert.NotEqual(caller, await thread.Task.WaitAsync(HangGuard.Limit));
    }

    [Fact]
    [Rule("16.5")]
    [Rule("6.2")]
    public void Abort_ByAnActivity_HasItsReasonOrNone()
    {
        Probe probe = new(_log, "probe");
        probe.Body = context => context.Abort();
        Hosted.Inline(_log, probe).Run();
        Probe other = new(_log, "other");
        other.Body = context => context.Abort(new TimeoutException("late"));
        Hosted hosted = Hosted.Inline(_log, other).Run();
        _log.AssertIs("probe executes", "aborted for no reason", "other executes", "aborted late");
        Assert.IsType<TimeoutException>(((WorkflowApplicationAbortedEventArgs)hosted.Last!).Reason);
    }

    [Fact]
    [Rule("6.6")]
    public void Abort_FromAnActivity_TakesEffectAtTheEndOfItsItem()
    {
        WorkflowApplication? application = null;
        Sequence root = new() { Activities = { new Step(_log, "asks", _ => application!.Abort("no more")), new Step(_log, "after") } };
        Hosted hosted = Hosted.Inline(_log, root);
        application = hosted.Application;
        hosted.Run();
        _log.AssertIs("asks", "aborted no more");
    }

    [Theory]
    [InlineData("idle", "w waits|idle w|w aborts|aborted no more")]
    [InlineData("completed", "w waits|idle w|w resumed |completed Closed|aborted no more")]
    [InlineData("unloaded", "w waits|idle w|w resumed |completed Closed|unloaded|aborted no more")]
    [Rule("16.1.2")]
    [Rule("16.5")]
    public void Abort_FromAHandler_IsAllowed(string handler, string expected)
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w"));
        hosted.Also[handler] = () => hosted.Application.Abort("no more");
        hosted.Run();
        hosted.Resume("w");
        _log.AssertIs(expected.Split('|'));
    }

    [Fact]
    [Rule("16.5")]
    public void Abort_OfACompletedInstance_IsReported()
    {
        Hosted hosted = Hosted.Inline(_log, new Step(_log, "step")).Run();
        NoContext.Run(() => hosted.Application.Abort("no more"));
        _log.AssertIs("step", "completed Closed", "unloaded", "aborted no more");
        Assert.Equal(BookmarkResumptionResult.NotReady, hosted.Resume("w"));
        Assert.Equal(ActivityInstanceState.Closed, Finished.ResultOf(hosted.Application.Completion).State);
    }

    [Fact]
    [Rule("3.7")]
    public void Cancel_ActivityThrows_Aborts()
    {
        Probe probe = new(_log, "probe") { OnCancel = _ => throw new TimeoutException("late") };
        probe.Body = context => context.CreateBookmark("w", probe.Resumed);
        Hosted hosted = Hosted.Inline(_log, probe).Run();
        hosted.Do(application => application.CancelAsync());
        InvalidOperationException reason = Assert.IsType<InvalidOperationException>(((WorkflowApplicationAbortedEventArgs)hosted.Last!).Reason);
        Assert.IsType<TimeoutException>(reason.InnerException);
    }

    /// <summary>Creates a sequence of a compensable activity and another activity.</summary>
    private Sequence Compensable(Activity handler, Activity after) => new()
    {
        Activities = { new CompensableActivity { Body = new Step(_log, "body"), CompensationHandler = handler }, after },
    };
}
