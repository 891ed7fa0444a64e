using Workflow.Core.Tests.TestKit;
using Workflow.Core.Tests.Tracking.Monitoring;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting;

/// <summary>A listener of metrics or spans that throws ends the instance that it observes, and no other instance (rules 16.1.3 and 17.1).</summary>
[Collection(ListeningCollection.Name)]
public sealed class ListenerFailureTests
{
    private readonly string _name = Guid.NewGuid().ToString();
    private readonly Log _log = new();

    public static TheoryData<string> Watched =>
        ["instances.started", "instances.running", "instances.ended", "instances.idle", "work_items", "span begins", "span ends"];

    [Theory]
    [MemberData(nameof(Watched))]
    [Rule("16.1.3")]
    public async Task Listener_ThatThrows_AbortsTheApplication(string what)
    {
        foreach (bool inContext in (bool[])[false, true])
        {
            using FailingListeners listeners = new(_name, what);
            Log log = new();
            WorkflowApplication application = Create(_name, log, inContext);
            NoContext.Run(application.Run);
            if (what != "instances.idle")
            {
                // The resumption might arrive before the instance is idle.
                await Record.ExceptionAsync(() => application.ResumeBookmarkAsync("w").WaitAsync(HangGuard.Limit));
            }

            WorkflowApplicationAbortedException end = await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(
                () => application.Completion.WaitAsync(HangGuard.Limit));
            Assert.Same(listeners.Failure, end.InnerException);
            Assert.Contains("aborted the listener failed", log.Entries);
            Assert.Equal(BookmarkResumptionResult.NotReady, await application.ResumeBookmarkAsync("w").WaitAsync(HangGuard.Limit));
            await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => application.GetBookmarksAsync().WaitAsync(HangGuard.Limit));
            if (what == "span begins")
            {
                // At the begin of a span the listener does not know the definition yet, and would fail for the other instance as well.
                listeners.Dispose();
            }

            await AssertOtherInstanceRunsAsync(inContext);
        }
    }

    [Theory]
    [MemberData(nameof(Watched))]
    [Rule("16.5")]
    public async Task Abort_WhileAListenerThrows_EndsTheApplication(string what)
    {
        WorkflowApplication application = Create(_name, _log, inContext: false);
        Assert.Equal(BookmarkResumptionResult.NotFound, await application.ResumeBookmarkAsync("other").WaitAsync(HangGuard.Limit));
        using FailingListeners listeners = new(_name, what);
        application.Abort("no more");
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => application.Completion.WaitAsync(HangGuard.Limit));
        Assert.Contains("w aborts", _log.Entries);
        Assert.Contains("aborted no more", _log.Entries);
    }

    [Fact]
    [Rule("16.8")]
    public async Task Listener_ThrowsForASave_AbortsTheSavedInstance()
    {
        InMemoryInstanceStore store = new();
        WorkflowApplication application = Create(_name, _log, inContext: false);
        application.InstanceStore = store;
        Assert.Equal(BookmarkResumptionResult.NotFound, await application.ResumeBookmarkAsync("other").WaitAsync(HangGuard.Limit));
        using (new FailingListeners(_name, "instances.persisted"))
        {
            await Record.ExceptionAsync(() => application.UnloadAsync().WaitAsync(HangGuard.Limit));
            await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => application.Completion.WaitAsync(HangGuard.Limit));
        }

        WorkflowApplication again = new(new Sequence { DisplayName = _name, Activities = { new Wait(_log, "w") } }) { InstanceStore = store };
        await again.LoadAsync(application.Id).WaitAsync(HangGuard.Limit);
        Assert.Equal(BookmarkResumptionResult.Success, await again.ResumeBookmarkAsync("w").WaitAsync(HangGuard.Limit));
        await again.Completion.WaitAsync(HangGuard.Limit);
    }

    [Theory]
    [InlineData("instances.started")]
    [InlineData("instances.running")]
    [InlineData("instances.ended")]
    [InlineData("work_items")]
    [InlineData("span begins")]
    [InlineData("span ends")]
    [Rule("17.1")]
    public async Task Listener_ThatThrows_AbortsTheInvocation(string what)
    {
        using FailingListeners listeners = new(_name, what);
        Sequence shorter = new() { DisplayName = _name, Activities = { new Step(_log, "step") } };
        for (int i = 0; i < 3; i++)
        {
            Assert.Same(listeners.Failure, Assert.Throws<WorkflowApplicationAbortedException>(() => WorkflowInvoker.Invoke(shorter)).InnerException);
            Operation operation = new(_log, "operation");
            Sequence root = new() { DisplayName = _name, Activities = { operation } };
            Task run = Started.WithoutContext(() => WorkflowInvoker.InvokeAsync(root));
            operation.Succeed();
            Assert.Same(
                listeners.Failure,
                (await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => run.WaitAsync(HangGuard.Limit))).InnerException);
        }
    }

    private static WorkflowApplication Create(string name, Log log, bool inContext)
    {
        WorkflowApplication application = new(new Sequence { DisplayName = name, Activities = { new Wait(log, "w") } })
        {
            SynchronizationContext = inContext ? new InlineContext() : null,
            Aborted = end => log.Add($"aborted {end.Reason?.Message}"),
        };
        return application;
    }

    private async Task AssertOtherInstanceRunsAsync(bool inContext)
    {
        WorkflowApplication other = Create("another", _log, inContext);
        other.Run();
        Assert.Equal(BookmarkResumptionResult.Success, await other.ResumeBookmarkAsync("w").WaitAsync(HangGuard.Limit));
        await other.Completion.WaitAsync(HangGuard.Limit);
    }
}
