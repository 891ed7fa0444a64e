using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests the timers of an instance across a save and a load.</summary>
[Rule("21")]
public sealed class DurableTimerTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly VirtualTimeProvider _clock = new();
    private readonly Bookmark _a = new("a"), _b = new("b"), _c = new("c");

    [Fact]
    public void Save_WithoutTimers_SavesNothing()
    {
        Served served = Serve();
        Assert.Empty(Collect(served).ReadWriteValues);
        served.Timers.RegisterTimer(Minute, _a);
        served.Timers.CancelTimer(_a);
        Assert.Empty(Collect(served).WriteOnlyValues);
    }

    [Fact]
    public void Save_WritesEarliestTime()
    {
        Served served = Serve();
        served.Timers.RegisterTimer(2 * Minute, _a);
        served.Timers.RegisterTimer(Minute, _b);
        PersistencePipeline saved = Collect(served);
        Assert.Equal(_clock.GetUtcNow().UtcDateTime + Minute, Assert.Single(saved.WriteOnlyValues).Value);
        Assert.Equal(KnownValues.TimerExpirationTime, saved.WriteOnlyValues.Keys.Single());
    }

    [Fact]
    public void Save_OwnClock_WritesTimeOfInstanceClock()
    {
        VirtualTimeProvider own = new();
        own.Advance(TimeSpan.FromDays(400));
        Served served = Serve(new DurableTimerExtension(own));
        served.Timers.RegisterTimer(Minute, _a);
        Assert.Equal(_clock.GetUtcNow().UtcDateTime + Minute, Assert.Single(Collect(served).WriteOnlyValues).Value);
    }

    [Fact]
    public async Task Load_KeepsDueTimes()
    {
        Served before = Serve();
        before.Timers.RegisterTimer(3 * Minute, _c);
        before.Timers.RegisterTimer(Minute, _a);
        before.Timers.RegisterTimer(2 * Minute, _b);
        PersistencePipeline saved = Collect(before);
        before.Timers.Dispose();
        Assert.Equal(0, _clock.PendingTimers);
        _clock.Advance(Minute / 2);

        Served after = Serve();
        await LoadAsync(after, saved);
        Assert.Empty(after.Resumed);
        _clock.Advance(Minute / 2);
        Assert.Equal(["a"], after.Resumed);
        _clock.Advance(2 * Minute);
        Assert.Equal(["a", "b", "c"], after.Resumed);
        Assert.Empty(before.Resumed);
    }

    [Fact]
    public async Task Load_TimersDue_ResumesThemInOrder()
    {
        Served before = Serve();
        before.Timers.RegisterTimer(2 * Minute, _b);
        before.Timers.RegisterTimer(Minute, _a);
        before.Timers.RegisterTimer(10 * Minute, _c);
        PersistencePipeline saved = Collect(before);
        before.Timers.Dispose();
        _clock.Advance(5 * Minute);

        // The instance does not run yet, so the resumptions have no result yet.
        Served after = Serve();
        after.Answer = null;
        await LoadAsync(after, saved);
        Assert.Equal(["a", "b"], after.Resumed);
        Assert.Equal(3, Timers(Collect(after)));
        after.Waiting.ForEach(waiting => NoContext.Run(() => waiting.SetResult(BookmarkResumptionResult.Success)));
        Assert.Equal(1, Timers(Collect(after)));
        _clock.Advance(5 * Minute);
        Assert.Equal(["a", "b", "c"], after.Resumed);
    }

    [Fact]
    public void Timer_ResumptionPending_DoesNotBlockOthers()
    {
        Served served = Serve();
        served.Answer = null;
        served.Timers.RegisterTimer(Minute, _a);
        served.Timers.RegisterTimer(2 * Minute, _b);
        _clock.Advance(2 * Minute);
        Assert.Equal(["a", "b"], served.Resumed);
    }

    [Fact]
    public void Timer_NotReady_IsRetried()
    {
        Served served = Serve();
        served.Answer = BookmarkResumptionResult.NotReady;
        served.Timers.RegisterTimer(Minute, _a);
        _clock.Advance(Minute);
        Assert.Equal(["a"], served.Resumed);
        served.Answer = BookmarkResumptionResult.Success;
        _clock.Advance(Minute);
        Assert.Equal(["a", "a"], served.Resumed);
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Fact]
    public async Task Dispose_StopsLoadedTimers()
    {
        Served before = Serve();
        before.Timers.RegisterTimer(Minute, _a);
        Served after = Serve();
        await LoadAsync(after, Collect(before));
        before.Timers.Dispose();
        after.Timers.Dispose();
        _clock.Advance(2 * Minute);
        Assert.Empty(after.Resumed);
        await Assert.ThrowsAsync<ObjectDisposedException>(() => LoadAsync(after, Saved(new object?[] { _a, _clock.GetUtcNow() })));
    }

    [Fact]
    public async Task Load_InvalidValue_IsRefused()
    {
        foreach (object? foreign in new object?[] { "timers", new object?[] { "a", _clock.GetUtcNow() }, new object?[] { _a }, new object?[] { _a, 5 }, null })
        {
            SnapshotException refused = await Assert.ThrowsAsync<SnapshotException>(() => LoadAsync(Serve(), Saved(foreign)));
            Assert.Equal(KnownValues.RegisteredTimers.ToString(), refused.ValueName);
        }
    }

    private static int Timers(PersistencePipeline saved) => Assert.IsType<object?[]>(Assert.Single(saved.ReadWriteValues).Value).Length / 2;

    private static Dictionary<XName, object?> Saved(object? timers) => new() { [KnownValues.RegisteredTimers] = timers };

    private static PersistencePipeline Collect(Served served)
    {
        PersistencePipeline pipeline = new(Participants(served));
        pipeline.Collect(new Dictionary<XName, object?>());
        return pipeline;
    }

    private static Task LoadAsync(Served served, PersistencePipeline saved) => LoadAsync(served, saved.ReadWriteValues);

    private static async Task LoadAsync(Served served, IReadOnlyDictionary<XName, object?> values)
    {
        PersistencePipeline pipeline = new(Participants(served));
        await pipeline.LoadAsync(values, CancellationToken.None);
        pipeline.Publish();
    }

    private static PersistenceParticipant[] Participants(Served served) => [.. served.Timers.GetAdditionalExtensions()!.OfType<PersistenceParticipant>()];

    private Served Serve(DurableTimerExtension? timers = null) => new(timers ?? new DurableTimerExtension(), _clock);

    /// <summary>An instance that records only the resumptions that its timers request.</summary>
    private sealed class Served : WorkflowInstanceProxy
    {
        public Served(DurableTimerExtension timers, TimeProvider clock)
        {
            (Timers, TimeProvider) = (timers, clock);
            timers.SetInstance(this);
        }

        public DurableTimerExtension Timers { get; }

        public List<string> Resumed { get; } = [];

        /// <summary>The result of each resumption; null if the resumption stays pending.</summary>
        public BookmarkResumptionResult? Answer { get; set; } = BookmarkResumptionResult.Success;

        public List<TaskCompletionSource<BookmarkResumptionResult>> Waiting { get; } = [];

        public override Guid Id { get; } = Guid.NewGuid();

        public override Activity WorkflowDefinition { get; } = new Sequence();

        internal override TimeProvider TimeProvider { get; }

        public override ValueTask<BookmarkResumptionResult> ResumeBookmarkAsync(Bookmark bookmark, object? value, CancellationToken cancellationToken = default)
        {
            Resumed.Add(bookmark.Name);
            if (Answer is { } answer)
            {
                return new ValueTask<BookmarkResumptionResult>(answer);
            }

            Waiting.Add(new TaskCompletionSource<BookmarkResumptionResult>());
            return new ValueTask<BookmarkResumptionResult>(Waiting[^1].Task);
        }
    }
}
