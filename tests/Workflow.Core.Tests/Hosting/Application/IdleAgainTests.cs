using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The host reports that an instance is idle again only if an item has run since the last report (rule 7.2).</summary>
public sealed class IdleAgainTests
{
    private readonly Log _log = new();
    private readonly Collector _records = new();

    [Fact]
    [Rule("7.2")]
    public void Cancel_OfACanceledIdleInstance_ReportsNothing()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w") { IsDeaf = true }, _records).Run();
        hosted.Do(application => application.CancelAsync());
        hosted.Do(application => application.CancelAsync());
        hosted.Do(application => application.CancelAsync());
        _log.AssertIs("w waits", "idle w", "w cancels", "idle w");
        Assert.Equal(2, IdleRecords);
        NoContext.Run(hosted.Application.Run);
        Assert.Equal("idle w", _log.Entries[^1]);
        Assert.Equal(3, IdleRecords);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Rule("7.2")]
    public async Task Operation_EndsAfterItsActivityWasAborted_ReportsNothing(bool isHosted)
    {
        Operation operation = new(_log, "operation");
        Wait wait = new(_log, "w");
        ActivityInstance? child = null;
        Probe root = new(_log, "root", operation, wait);
        root.Body = context =>
        {
            child = root.Schedule(context, operation);
            root.Schedule(context, wait);
            context.CreateBookmark("abort", root.Resumed);
        };
        root.OnResume = (context, _, _) => context.AbortChildInstance(child!);
        if (isHosted)
        {
            Hosted hosted = Hosted.Inline(_log, root, _records).Run();
            Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("abort"));
            int before = IdleRecords;
            int told = _log.Entries.Length;
            operation.Succeed();
            Assert.Equal(told, _log.Entries.Length);
            Assert.Equal(before, IdleRecords);
            Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("w"));
            Assert.Equal("unloaded", _log.Entries[^1]);
            return;
        }

        Proxied proxied = new();
        WorkflowInvoker invoker = new(root);
        invoker.Extensions.Add(_records);
        invoker.Extensions.Add(proxied);
        PumpContext pump = new();
        using CancellationTokenSource cancellation = new();
        Task run = Under(pump, () => invoker.InvokeAsync(null, cancellation.Token));
        Task<BookmarkResumptionResult> aborted = Under(pump, () => proxied.Proxy!.ResumeBookmarkAsync(new Bookmark("abort"), null).AsTask());
        Assert.Equal(BookmarkResumptionResult.Success, await aborted.WaitAsync(HangGuard.Limit));
        Assert.Equal(2, IdleRecords);
        operation.Succeed();
        pump.Pump();
        Task<BookmarkResumptionResult> missed = Under(pump, () => proxied.Proxy!.ResumeBookmarkAsync(new Bookmark("none"), null).AsTask());
        Assert.Equal(BookmarkResumptionResult.NotFound, await missed.WaitAsync(HangGuard.Limit));
        Assert.Equal(2, IdleRecords);
        await cancellation.CancelAsync();
        pump.Pump();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run.WaitAsync(HangGuard.Limit));
    }

    [Fact]
    [Rule("7.2")]
    public async Task Operation_EndsAfterItsFrameWasReused_HasNoEffect()
    {
        Operation early = new(_log, "early"), late = new(_log, "late");
        Sequence[] bodies = [new() { Activities = { early } }, new() { Activities = { late } }];
        ActivityInstance? child = null;
        Wait wait = new(_log, "w");
        Probe root = new(_log, "root", [.. bodies, wait]);
        root.Body = context =>
        {
            root.Schedule(context, wait);
            child = root.Schedule(context, bodies[0]);
            context.CreateBookmark("abort", root.Resumed);
        };
        root.OnResume = (context, _, _) => context.AbortChildInstance(child!);
        Hosted first = Hosted.Inline(new Log(), root).Run();
        Assert.Equal(BookmarkResumptionResult.Success, first.Resume("abort"));

        // The second instance reuses the executor of the first one, which waits. In it, an activity of the same number has the same frame.
        root.Body = context =>
        {
            root.Schedule(context, wait);
            root.Schedule(context, bodies[1]);
        };
        Hosted second = Hosted.Inline(new Log(), root).Run();
        early.Succeed();
        Assert.Equal(BookmarkResumptionResult.Success, first.Resume("w"));
        Assert.False(second.Application.Completion.IsCompleted);
        late.Succeed();
        Assert.Equal(BookmarkResumptionResult.Success, second.Resume("w"));
        Assert.Equal(ActivityInstanceState.Closed, (await first.Application.Completion.WaitAsync(HangGuard.Limit)).State);
        Assert.Equal(ActivityInstanceState.Closed, (await second.Application.Completion.WaitAsync(HangGuard.Limit)).State);
    }

    /// <summary>Starts an operation under the context, and runs all callbacks that are posted to the context.</summary>
    private static T Under<T>(PumpContext pump, Func<T> start)
    {
        T? started = default;
        NoContext.Run(() =>
        {
            SynchronizationContext.SetSynchronizationContext(pump);
            started = start();
        });
        pump.Pump();
        return started!;
    }

    private int IdleRecords => _records.Records.Count(record => record is WorkflowInstanceRecord { State: WorkflowInstanceStates.Idle });
}
