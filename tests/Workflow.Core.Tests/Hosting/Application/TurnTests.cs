using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>An instance processes one operation at a time, whichever thread calls and whenever (rule 22.2).</summary>
public sealed class TurnTests
{
    private readonly Log _log = new();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Rule("22.2")]
    public async Task Cancel_OfARunningInstance_InterruptsItBetweenTwoItems(bool cancels)
    {
        TaskCompletionSource hasBegun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        While root = new() { Condition = new InArgument<bool>(_ => true).Expression, Body = new Step(_log, "step", _ => hasBegun.TrySetResult()) };
        WorkflowApplication application = new(root);
        application.Run();
        await hasBegun.Task.WaitAsync(HangGuard.Limit);
        await (cancels ? application.CancelAsync() : application.TerminateAsync("enough")).WaitAsync(HangGuard.Limit);
        WorkflowCompletion completion = await application.Completion.WaitAsync(HangGuard.Limit);
        Assert.Equal(cancels ? ActivityInstanceState.Canceled : ActivityInstanceState.Faulted, completion.State);
    }

    [Fact]
    [Rule("22.2")]
    public async Task GetBookmarks_OfARunningInstance_ReadsBetweenTwoItems()
    {
        TaskCompletionSource hasBegun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        bool goesOn = true;
        Parallel root = new()
        {
            Branches =
            {
                new Wait(_log, "w"),
                new While
                {
                    Condition = new InArgument<bool>(_ => Volatile.Read(ref goesOn)).Expression,
                    Body = new Step(new Log(), "step", _ => hasBegun.TrySetResult())
                },
            },
        };
        Hosted hosted = Hosted.Free(_log, root);
        hosted.Application.Run();
        await hasBegun.Task.WaitAsync(HangGuard.Limit);
        IReadOnlyList<BookmarkInfo> bookmarks = await hosted.Application.GetBookmarksAsync().WaitAsync(HangGuard.Limit);
        Task<BookmarkResumptionResult> resumed = hosted.Application.ResumeBookmarkAsync("w");
        Assert.Equal("w", Assert.Single(bookmarks).BookmarkName);
        Assert.False(resumed.IsCompleted);
        Volatile.Write(ref goesOn, false);
        Assert.Equal(BookmarkResumptionResult.Success, await resumed.WaitAsync(HangGuard.Limit));
        await hosted.Application.Completion.WaitAsync(HangGuard.Limit);
        _log.AssertIs("w waits", "w resumed ", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("16.5")]
    [Rule("22.2")]
    public async Task Abort_OfARunningInstance_AbortsBetweenTwoItems()
    {
        TaskCompletionSource hasBegun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        While root = new() { Condition = new InArgument<bool>(_ => true).Expression, Body = new Step(new Log(), "step", _ => hasBegun.TrySetResult()) };
        Hosted hosted = Hosted.Free(_log, root);
        hosted.Application.Run();
        await hasBegun.Task.WaitAsync(HangGuard.Limit);
        hosted.Application.Abort("no more");
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => hosted.Application.Completion.WaitAsync(HangGuard.Limit));
        _log.AssertIs("aborted no more");
    }

    [Fact]
    [Rule("22.2")]
    [Rule("1.4")]
    public async Task ManyThreads_ResumingOneBookmark_AreSerialized()
    {
        const int Threads = 8, Each = 250;
        int inside = 0, entries = 0, worst = 0;
        Probe probe = new(new Log(), "probe");
        probe.Body = context => context.CreateBookmark("more", probe.Resumed, BookmarkOptions.MultipleResume);
        probe.OnResume = (context, bookmark, _) =>
        {
            worst = Math.Max(worst, Interlocked.Increment(ref inside));
            if (++entries == Threads * Each)
            {
                context.RemoveBookmark(bookmark);
            }

            Interlocked.Decrement(ref inside);
        };
        int idle = 0;
        WorkflowApplication application = new(probe)
        {
            Idle = _ => worst = Math.Max(worst, 10 * Interlocked.Increment(ref idle) * Interlocked.Decrement(ref idle))
        };
        application.Run();
        BookmarkResumptionResult[][] results = await Task.WhenAll(Enumerable.Range(0, Threads).Select(thread => Task.Run(async () =>
        {
            BookmarkResumptionResult[] mine = new BookmarkResumptionResult[Each];
            for (int at = 0; at < Each; at++)
            {
                mine[at] = await application.ResumeBookmarkAsync("more", at).ConfigureAwait(false);
                if (at % 50 == thread)
                {
                    await application.GetBookmarksAsync().ConfigureAwait(false);
                }
            }

            return mine;
        }))).WaitAsync(HangGuard.Limit);
        Assert.All(results, mine => Assert.All(mine, result => Assert.Equal(BookmarkResumptionResult.Success, result)));
        Assert.Equal(ActivityInstanceState.Closed, (await application.Completion.WaitAsync(HangGuard.Limit)).State);
        Assert.Equal((Threads * Each, 1), (entries, worst));
    }

    [Fact]
    [Rule("22.2")]
    public async Task ManyThreads_EndingOneInstance_EndItOnce()
    {
        for (int round = 0; round < 200; round++)
        {
            Log log = new();
            Hosted hosted = Hosted.Free(log, new Sequence { Activities = { new Wait(log, "w"), new Wait(log, "v") } });
            WorkflowApplication application = hosted.Application;
            Func<Task>[] ways =
            [
                () => Task.FromResult(application.ResumeBookmarkAsync("w")).Unwrap(),
                () => application.CancelAsync(),
                () => application.TerminateAsync("enough"),
                () => application.GetBookmarksAsync(),
                () => Task.Run(application.Abort),
                () => Task.Run(application.Run),
            ];
            Task[] all = [.. ways.Select(way => Task.Run(way))];
            foreach (Task one in all)
            {
                Exception? failure = await Record.ExceptionAsync(() => one.WaitAsync(HangGuard.Limit));
                Assert.True(failure is null or WorkflowApplicationException, $"{failure}");
            }

            await Record.ExceptionAsync(() => application.Completion.WaitAsync(HangGuard.Limit));
            Assert.True(application.Completion.IsCompleted);
            Assert.Equal(BookmarkResumptionResult.NotReady, await application.ResumeBookmarkAsync("w").WaitAsync(HangGuard.Limit));
            Assert.Single(log.Entries, entry => entry.StartsWith("aborted", StringComparison.Ordinal));
            Assert.True(log.Entries.Count(entry => entry.StartsWith("completed", StringComparison.Ordinal)) <= 1);
        }
    }

    [Fact]
    [Rule("1.4")]
    public async Task Operations_EndingWhileItemsRun_WaitForIdle()
    {
        Operation early = new(_log, "early"), late = new(_log, "late");
        Parallel root = new()
        {
            Branches = { early, late, new Step(_log, "ends both", _ =>
            {
                early.Succeed();
                late.Succeed();
            }), new Step(_log, "last") },
        };
        Hosted hosted = Hosted.Inline(_log, root).Run();
        await hosted.Application.Completion.WaitAsync(HangGuard.Limit);
        _log.AssertIs("early starts", "late starts", "ends both", "last", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("10.6")]
    public void Transaction_OfTheCaller_DoesNotFlow()
    {
        Sequence root = new() { Activities = { new Wait(_log, "w"), new Step(_log, "step", _ => _log.Add($"{Transaction.Current is null}")) } };
        Hosted hosted = Hosted.Inline(_log, root);
        Assert.Equal(BookmarkResumptionResult.NotFound, hosted.Resume("other"));
        using (System.Transactions.TransactionScope scope = new())
        {
            Transaction callers = Transaction.Current!;
            hosted.Resume("w");
            Assert.Same(callers, Transaction.Current);
        }

        _log.AssertIs("w waits", "idle w", "w resumed ", "step", "True", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("22.2")]
    public async Task Operation_CanceledBeforeItIsProcessed_HasNoEffect()
    {
        PumpContext pump = new();
        Hosted hosted = new(_log, new WorkflowApplication(new Wait(_log, "w")) { SynchronizationContext = pump });
        hosted.Application.Run();
        using CancellationTokenSource cancellation = new();
        Task canceled = hosted.Application.CancelAsync(cancellation.Token);
        Task terminated = hosted.Application.TerminateAsync("enough", cancellation.Token);
        Task bookmarks = hosted.Application.GetBookmarksAsync(cancellation.Token);
        await cancellation.CancelAsync();
        pump.Pump();
        foreach (Task task in (Task[])[canceled, terminated, bookmarks])
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => task.WaitAsync(HangGuard.Limit));
        }

        _log.AssertIs("w waits", "idle w");
    }
}
