using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>While a participant or the store works, the instance runs nothing, and all operations wait.</summary>
public sealed class StandstillTests : StoredApplications
{
    [Fact]
    [Rule("15.6")]
    [Rule("16.2")]
    public async Task Idle_WithASlowParticipant_IsReportedAfterItsRecord()
    {
        Slow participant = new(WorkflowInstanceStates.Idle);
        Hosted hosted = Hosted.Inline(Log, new Wait(Log, "w"), participant).Run();
        Task<BookmarkResumptionResult> resumed = hosted.Application.ResumeBookmarkAsync("w");
        Log.AssertIs("w waits");
        participant.Deliver();
        Assert.Equal(BookmarkResumptionResult.Success, await resumed.WaitAsync(HangGuard.Limit));
        await hosted.Application.Completion.WaitAsync(HangGuard.Limit);
        Log.AssertIs("w waits", "idle w", "w resumed ", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("15.6")]
    [Rule("16.3")]
    public async Task Completed_WithASlowParticipant_IsReportedAfterItsRecord()
    {
        Slow participant = new(WorkflowInstanceStates.Completed);
        Hosted hosted = Hosted.Inline(Log, new Step(Log, "step"), participant).Run();
        Assert.False(hosted.Application.Completion.IsCompleted);
        Log.AssertIs("step");
        participant.Deliver();
        await hosted.Application.Completion.WaitAsync(HangGuard.Limit);
        Log.AssertIs("step", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("16.5")]
    public async Task Abort_WhileAParticipantIsWaitedFor_DoesNotWaitForIt()
    {
        Slow participant = new(WorkflowInstanceStates.Idle);
        Hosted hosted = Hosted.Inline(Log, new Wait(Log, "w"), participant).Run();
        NoContext.Run(() => hosted.Application.Abort("no more"));
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => hosted.Application.Completion.WaitAsync(HangGuard.Limit));
        Assert.Contains("aborted no more", Log.Entries);
    }

    [Fact]
    [Rule("15.4")]
    public void GuaranteedParticipant_FailsInASave_FailsOnlyThatSave()
    {
        bool fails = false;
        Collector collector = new(
            record => _ = fails && record is WorkflowInstanceRecord { State: WorkflowInstanceStates.Persisted } ? throw new TimeoutException("late") : 0)
        {
            Guarantees = true,
        };
        Hosted hosted = With(new Wait(Log, "w"), collector).Run();
        fails = true;
        hosted.Fails<TimeoutException>(application => application.PersistAsync());
        Assert.Null(Summary(hosted.Application.Id));
        fails = false;
        hosted.Do(application => application.PersistAsync());
        Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("w"));
    }

    [Fact]
    [Rule("15.4")]
    public void GuaranteedParticipant_FailsAtIdle_Aborts()
    {
        Collector collector = new(
            record => _ = record is WorkflowInstanceRecord { State: WorkflowInstanceStates.Idle } ? throw new TimeoutException("late") : 0)
        {
            Guarantees = true
        };
        Hosted.Inline(Log, new Wait(Log, "w"), collector).Run();
        Log.AssertIs("w waits", "w aborts", "aborted late");
    }

    [Fact]
    [Rule("22.2")]
    [Rule("7.3")]
    public async Task Resumption_DuringASave_WaitsForItsEnd()
    {
        IOSaver saver = new(Log);
        Hosted hosted = With(new Wait(Log, "w"), saver).Run();
        Task persisted = hosted.Application.PersistAsync();
        Task<BookmarkResumptionResult> resumed = hosted.Application.ResumeBookmarkAsync("w");
        Assert.False(resumed.IsCompleted);
        saver.Succeed();
        await persisted.WaitAsync(HangGuard.Limit);
        Assert.Equal(BookmarkResumptionResult.Success, await resumed.WaitAsync(HangGuard.Limit));
        Assert.Equal(["io collects", "io saves", "io saved", "w resumed ", "completed Closed", "io collects"], Log.Entries[3..9]);
    }

    [Fact]
    [Rule("16.8")]
    public async Task Persist_Canceled_IsCanceledAndTheInstanceContinues()
    {
        IOSaver saver = new(Log);
        Hosted hosted = With(new Wait(Log, "w"), saver).Run();
        using CancellationTokenSource cancellation = new();
        Task persisted = hosted.Application.PersistAsync(cancellation.Token);
        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => persisted.WaitAsync(HangGuard.Limit));
        Assert.True(persisted.IsCanceled);
        Assert.Equal(BookmarkResumptionResult.Success, await hosted.Application.ResumeBookmarkAsync("w").WaitAsync(HangGuard.Limit));
    }

    [Fact]
    [Rule("22.2")]
    [Rule("7.7")]
    public async Task ManyThreads_SavingAndResuming_DoNotInterfere()
    {
        const int Threads = 6, Each = 60;
        int entries = 0;
        Probe probe = new(new Log(), "probe");
        probe.Body = context => context.CreateBookmark("more", probe.Resumed, BookmarkOptions.MultipleResume);
        probe.OnResume = (context, bookmark, _) =>
        {
            if (++entries == Threads * Each)
            {
                context.RemoveBookmark(bookmark);
            }
        };
        WorkflowApplication application = new(probe) { InstanceStore = new InMemoryInstanceStore(Clock) };
        application.Run();
        await Task.WhenAll(Enumerable.Range(0, Threads).Select(thread => Task.Run(async () =>
        {
            for (int at = 0; at < Each; at++)
            {
                if (at % 3 == thread % 3)
                {
                    await application.PersistAsync().ConfigureAwait(false);
                }

                Assert.Equal(BookmarkResumptionResult.Success, await application.ResumeBookmarkAsync("more", at).ConfigureAwait(false));
            }
        }))).WaitAsync(HangGuard.Limit);
        Assert.Equal(ActivityInstanceState.Closed, (await application.Completion.WaitAsync(HangGuard.Limit)).State);
        Assert.Equal(Threads * Each, entries);
    }

    /// <summary>A participant that completes the records of one state only when the test calls <see cref="Deliver"/>.</summary>
    private sealed class Slow(string state) : TrackingParticipant
    {
        private readonly TaskCompletionSource _source = new();

        public void Deliver() => NoContext.Run(_source.SetResult);

        protected override void Track(TrackingRecord record, TimeSpan timeout)
        {
        }

        protected override Task TrackAsync(TrackingRecord record, CancellationToken cancellationToken) =>
            record is WorkflowInstanceRecord instance && instance.State == state ? _source.Task : Task.CompletedTask;
    }
}
