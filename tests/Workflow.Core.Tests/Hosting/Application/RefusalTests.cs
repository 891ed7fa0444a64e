using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The results of operations after the end of the instance, and from inside its handlers (rules 6.7 and 16.1.2).</summary>
public sealed class RefusalTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("6.7")]
    public void AfterCompletion_OnlyCancelAndUnloadDoNothing()
    {
        Hosted hosted = Hosted.Inline(_log, new Step(_log, "step")).Run();
        Guid id = hosted.Application.Id;
        Assert.Equal(id, Assert.Throws<WorkflowApplicationCompletedException>(hosted.Application.Run).InstanceId);
        hosted.Fails<WorkflowApplicationCompletedException>(application => application.TerminateAsync("enough"));
        hosted.Fails<WorkflowApplicationCompletedException>(application => application.GetBookmarksAsync());
        hosted.Do(application => application.CancelAsync());
        Assert.Equal(BookmarkResumptionResult.NotFound, hosted.Resume("w"));
        _log.AssertIs("step", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("6.7")]
    public void AfterTermination_OperationsThrowTerminatedException()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w")).Run();
        TimeoutException reason = new("late");
        hosted.Do(application => application.TerminateAsync(reason));
        Assert.Same(reason, Assert.Throws<WorkflowApplicationTerminatedException>(hosted.Application.Run).InnerException);
        hosted.Fails<WorkflowApplicationTerminatedException>(application => application.TerminateAsync("enough"));
        hosted.Fails<WorkflowApplicationTerminatedException>(application => application.GetBookmarksAsync());
        hosted.Do(application => application.CancelAsync());
        Assert.Equal(BookmarkResumptionResult.NotFound, hosted.Resume("w"));
    }

    [Fact]
    [Rule("6.7")]
    public void AfterAbort_OperationsThrowAbortedException()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w")).Run();
        NoContext.Run(() => hosted.Application.Abort("no more"));
        Assert.Equal("no more", Assert.Throws<WorkflowApplicationAbortedException>(hosted.Application.Run).InnerException!.Message);
        hosted.Fails<WorkflowApplicationAbortedException>(application => application.TerminateAsync("enough"));
        hosted.Fails<WorkflowApplicationAbortedException>(application => application.CancelAsync());
        hosted.Fails<WorkflowApplicationAbortedException>(application => application.GetBookmarksAsync());
        Assert.Equal(BookmarkResumptionResult.NotReady, hosted.Resume("w"));
    }

    [Theory]
    [InlineData("idle")]
    [InlineData("completed")]
    [InlineData("unloaded")]
    [InlineData("aborted")]
    [InlineData("unhandled")]
    [Rule("16.1.2")]
    public void InsideAHandler_OperationsOfTheInstanceAreRefused(string handler)
    {
        Hosted hosted = Hosted.Inline(
            _log,
            new Sequence
            {
                Activities =
                {
                    new Wait(_log, "w"),
                    new If { Condition = handler != "completed" && handler != "unloaded", Then = new Step(_log, "step", new TimeoutException("late")) }
                }
            });
        hosted.OnUnhandled = UnhandledExceptionAction.Abort;
        int refused = 0;
        hosted.Also[handler] = () => refused = Refused(hosted.Application);
        hosted.Run().Resume("w");
        Assert.Equal(7, refused);
    }

    [Fact]
    [Rule("16.1.2")]
    public void InsideAHandler_AnotherInstanceCanBeUsed()
    {
        Hosted other = Hosted.Inline(_log, new Wait(_log, "other"));
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w"));
        hosted.Also["idle"] = () => Assert.Equal(BookmarkResumptionResult.Success, other.Resume("other"));
        hosted.Run();
        _log.AssertIs("w waits", "idle w", "other waits", "other resumed ", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("16.1.2")]
    public async Task AfterAHandlersAwait_TheInstanceCanBeUsedAgain()
    {
        Hosted hosted = Hosted.Free(_log, new Wait(_log, "w"));
        TaskCompletionSource go = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Task<BookmarkResumptionResult>? resumed = null;
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        hosted.Also["idle"] = () =>
        {
            resumed = ResumeLater();
            idle.TrySetResult();
        };
        Assert.Equal(BookmarkResumptionResult.NotFound, await hosted.Application.ResumeBookmarkAsync("other").WaitAsync(HangGuard.Limit));
        await idle.Task.WaitAsync(HangGuard.Limit);
        go.SetResult();
        Assert.Equal(BookmarkResumptionResult.Success, await resumed!.WaitAsync(HangGuard.Limit));

        async Task<BookmarkResumptionResult> ResumeLater()
        {
            await go.Task;
            return await hosted.Application.ResumeBookmarkAsync("w");
        }
    }

    [Theory]
    [InlineData("idle", "w waits|idle w|w aborts|aborted lost")]
    [InlineData("completed", "w waits|idle w|w resumed |completed Closed|aborted lost")]
    [InlineData("unloaded", "w waits|idle w|w resumed |completed Closed|unloaded|aborted lost")]
    [Rule("16.1.2")]
    public void Handler_ThatThrows_Aborts(string handler, string expected)
    {
        InvalidOperationException thrown = new("lost");
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w"));
        hosted.Also[handler] = () => throw thrown;
        hosted.Run();
        hosted.Resume("w");
        _log.AssertIs(expected.Split('|'));
        Assert.Same(thrown, hosted.Fails<WorkflowApplicationAbortedException>(application => application.Completion).InnerException);
    }

    [Fact]
    [Rule("16.1.2")]
    public void Aborted_ThatThrows_ChangesNothing()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w")).Run();
        hosted.Also["aborted"] = () => throw new InvalidOperationException("lost");
        NoContext.Run(() => hosted.Application.Abort("no more"));
        _log.AssertIs("w waits", "idle w", "w aborts", "aborted no more");
        Assert.Equal(BookmarkResumptionResult.NotReady, hosted.Resume("w"));
    }

    private static int Refused(WorkflowApplication application)
    {
        Func<Task>[] operations =
        [
            () => application.CancelAsync(),
            () => application.TerminateAsync("enough"),
            () => application.GetBookmarksAsync(),
            () => application.ResumeBookmarkAsync("w"),
            () => application.PersistAsync(),
            () => application.UnloadAsync(),
        ];
        Assert.Throws<InvalidOperationException>(application.Run);
        Assert.All(operations, operation => Assert.IsType<InvalidOperationException>(Record.Exception(() => { _ = operation(); })));
        return operations.Length + 1;
    }
}
