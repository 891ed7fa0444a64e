using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Runtime.State;
using Workflow.Statements;
using Workflow.Testing;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking.Engine;

/// <summary>Tests the delivery of records to participants, and the effects of failing participants.</summary>
[Rule("15.4")]
public sealed class DeliveryTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("15.2")]
    public void Records_AreDeliveredAtEndOfItem(Lane lane)
    {
        Collector collector = new(record => _log.Add(RecordText.Of(record)));
        Probe root = new(_log, "root", new Step(_log, "a", context =>
        {
            context.Track(new CustomTrackingRecord("mine"));
            _log.Add("a goes on");
        }));
        Runner.Run(root, lane, extensions: collector.AsExtension());
        _log.AssertIs(
            "Started", "root executes", "- > root#1", "root#1 Executing", "root#1 > a#2",
            "a", "a goes on", "a#2 Executing", "mine by a#2", "a#2 Closed",
            "root < a Closed", "root#1 Closed", "Completed");
    }

    [Theory, Lanes]
    [Rule("15.2")]
    public void Records_OfInlineItem_AreDeliveredAtItsEnd(Lane lane)
    {
        Collector collector = Collector.OfCustomRecords();
        int[] delivered = [-1, -1];
        Sequence root = new()
        {
            Activities =
            {
                new Step(_log, "a", context =>
                {
                    context.Track(new CustomTrackingRecord("mine"));
                    delivered[0] = collector.Records.Count;
                }),
                new Step(_log, "b", _ => delivered[1] = collector.Records.Count),
            },
        };
        Runner.Run(root, lane, extensions: collector.AsExtension());
        Assert.Equal([0, 1], delivered);
    }

    [Theory, Lanes]
    public void Participant_Throws_LosesOnlyThatRecord(Lane lane)
    {
        Collector failing = new(record => _ = record is ActivityScheduledRecord ? throw new FormatException("x") : 0);
        Collector other = new();
        Runner.Run(new Sequence { Activities = { new Step(_log, "a") } }, lane, extensions: Collector.Extensions(failing, other))
            .AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(2, failing.DroppedRecords);
        Assert.Equal(other.Texts.Where(text => !text.Contains('>', StringComparison.Ordinal)), failing.Texts);
        Assert.Equal(0, other.DroppedRecords);
    }

    [Fact]
    public void Participant_Throws_IsReportedInDiagnostics()
    {
        using DiagnosticsListener listener = new();
        Collector failing = new(_ => throw new FormatException("unmistakable"));
        Runner.Run(new Step(_log, "a"), Lane.Fast, extensions: failing.AsExtension());
        Assert.Contains(
            listener.Texts,
            text => text.Contains("unmistakable", StringComparison.Ordinal) && text.Contains(nameof(Collector), StringComparison.Ordinal));
    }

    [Theory, Lanes]
    public void GuaranteedParticipant_Throws_AbortsInstanceAfterItem(Lane lane)
    {
        FormatException failure = new("x");
        Collector failing = new(record => _ = record is CustomTrackingRecord ? throw failure : 0) { Guarantees = true };
        Collector other = new();
        Sequence root = new()
        {
            DisplayName = "root",
            Activities = { new Step(_log, "a", context => context.Track(new CustomTrackingRecord("mine"))), new Step(_log, "never") }
        };
        Ended ended = Runner.Run(root, lane, extensions: Collector.Extensions(failing, other));
        Assert.Equal(ExecutionOutcome.Aborted, ended.Outcome);
        Assert.Same(failure, Assert.IsType<OperationCanceledException>(ended.Reason).InnerException);
        _log.AssertIs("a");
        Assert.Equal(["root#1 > a#2", "a#2 Executing", "mine by a#2", "a#2 Closed"], other.Texts[3..^1]);
        Assert.StartsWith("Aborted ", other.Texts[^1], StringComparison.Ordinal);
        Assert.Equal(2, failing.DroppedRecords);
    }

    [Fact]
    public void GuaranteedParticipant_ThrowsAtTermination_Aborts()
    {
        Collector failing = new(record => _ = record is CustomTrackingRecord ? throw new FormatException("x") : 0) { Guarantees = true };
        TerminateWorkflow end = new() { Reason = "enough" };
        Probe root = new(_log, "root", end);
        root.Body = context =>
        {
            context.Track(new CustomTrackingRecord("mine"));
            throw new InvalidOperationException("unhandled");
        };
        Assert.Equal(ExecutionOutcome.Aborted, Runner.Run(root, Lane.Fast, extensions: failing.AsExtension()).Outcome);
    }

    [Fact]
    [Rule("17.2")]
    public void GuaranteedParticipant_ThrowsAtEnd_FailsInvoke()
    {
        FormatException failure = new("x");
        Collector failing = new(record => _ = record is WorkflowInstanceRecord { State: "Completed" } ? throw failure : 0) { Guarantees = true };
        WorkflowInvoker invoker = new(new Step(_log, "a"));
        invoker.Extensions.Add(failing);
        Assert.Same(failure, Assert.Throws<WorkflowApplicationAbortedException>(() => invoker.Invoke()).InnerException);
    }

    [Theory, Lanes]
    public void Participants_Two_ReceiveCopiesInOrder(Lane lane)
    {
        List<TrackingRecord> order = [];
        Collector first = new(order.Add), second = new(order.Add);
        CustomTrackingRecord made = new("mine") { Data = { ["key"] = 1 } };
        Runner.Run(new Step(_log, "a", context => context.Track(made)), lane, extensions: Collector.Extensions(first, second));
        Assert.Equal(first.Texts, second.Texts);
        Assert.Equal(first.Numbers, second.Numbers);
        Assert.Empty(first.Records.Intersect(second.Records));
        Assert.DoesNotContain(made, first.Records);
        Assert.Equal(1, ((CustomTrackingRecord)first.Records.Single(record => record is CustomTrackingRecord)).Data["key"]);
        Assert.Equal([.. first.Records.Skip(1).Take(4), .. second.Records.Skip(1).Take(4)], order.Skip(2).Take(8));
    }

    [Theory, Lanes]
    public void CustomRecord_CloneThrows_IsLostByBoth(Lane lane)
    {
        Collector first = Collector.OfCustomRecords(), second = Collector.OfCustomRecords();
        Runner.Run(new Step(_log, "a", context => context.Track(new Uncopied())), lane, extensions: Collector.Extensions(first, second))
            .AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal((1, 1), (first.DroppedRecords, second.DroppedRecords));
        Assert.Empty(first.Records.Concat(second.Records));
    }

    [Theory, Lanes]
    public void CustomRecord_TrackedTwice_IsTwoRecords(Lane lane)
    {
        Collector collector = Collector.OfCustomRecords();
        CustomTrackingRecord record = new("mine");
        Runner.Run(
            new Step(_log, "a", context =>
            {
                context.Track(record);
                context.Track(record);
            }),
            lane,
            extensions: collector.AsExtension());
        Assert.Equal([0, 1], collector.Numbers);
    }

    [Fact]
    [Rule("15.6")]
    public async Task AsyncParticipant_Pending_PausesInstance()
    {
        SlowParticipant participant = new(record => record is ActivityStateRecord { State: "Closed", Activity.Name: "a" });
        Running running = Runner.Start(
            new Sequence { Activities = { new Step(_log, "a"), new Step(_log, "b") } }, Lane.Fast, extensions: Collector.Extensions(participant));
        _log.AssertIs("a");
        Assert.True(running.IsIdle);
        participant.Succeed();
        (await running.EndAsync()).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b");
    }

    [Fact]
    [Rule("15.6")]
    public async Task AsyncParticipant_OfInvoker_KeepsActivitiesOnCallerThread()
    {
        SlowParticipant participant = new(_ => true);
        participant.OnWait = () => _ = Task.Run(participant.Succeed);
        int[] threads = [0, 0];
        WorkflowInvoker invoker = new(new Sequence
        {
            Activities =
            {
                new Step(_log, "a", _ => threads[0] = Environment.CurrentManagedThreadId),
                new Step(_log, "b", _ => threads[1] = Environment.CurrentManagedThreadId)
            },
        });
        invoker.Extensions.Add(participant);
        await Task.Run(() =>
        {
            invoker.Invoke();
            Assert.All(threads, thread => Assert.Equal(Environment.CurrentManagedThreadId, thread));
        }).WaitAsync(HangGuard.Limit);
    }

    [Fact]
    [Rule("15.6")]
    public async Task AsyncParticipant_AtLastItem_CompletesBeforeInstance()
    {
        SlowParticipant participant = new(record => record is ActivityStateRecord { State: "Closed" });
        Running running = Runner.Start(new Step(_log, "a"), Lane.Fast, extensions: Collector.Extensions(participant));
        participant.Succeed();
        (await running.EndAsync()).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal((1, 0), (participant.Calls, participant.DroppedRecords));
    }

    [Fact]
    public async Task AsyncParticipant_FailsLater_LosesRecord()
    {
        SlowParticipant participant = new(record => record is ActivityStateRecord { State: "Closed", Activity.Name: "a" });
        Running running = Runner.Start(
            new Sequence { Activities = { new Step(_log, "a"), new Step(_log, "b") } }, Lane.Fast, extensions: Collector.Extensions(participant));
        participant.Fail(new FormatException("x"));
        (await running.EndAsync()).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(1, participant.DroppedRecords);
    }

    [Fact]
    public async Task AsyncParticipant_GuaranteedFailsLater_AbortsInstance()
    {
        SlowParticipant participant = new(record => record is ActivityStateRecord { State: "Closed", Activity.Name: "a" }) { Guarantees = true };
        Running running = Runner.Start(
            new Sequence { Activities = { new Step(_log, "a"), new Step(_log, "b") } }, Lane.Fast, extensions: Collector.Extensions(participant));
        FormatException failure = new("x");
        participant.Fail(failure);
        Assert.Same(failure, (await running.EndAsync()).Reason!.InnerException);
        _log.AssertIs("a");
    }

    [Fact]
    [Rule("17.2")]
    public void Participant_Hangs_IsCanceledByTimeout()
    {
        VirtualTimeProvider clock = new();
        SlowParticipant participant = new(record => record is ActivityStateRecord);
        participant.OnWait = () => clock.Advance(TimeSpan.FromMinutes(1));
        WorkflowInvoker invoker = new(new Sequence { Activities = { new Step(_log, "a"), new Wait(_log, "never") } });
        invoker.Extensions.Add(clock);
        invoker.Extensions.Add(participant);
        Assert.Throws<TimeoutException>(() => invoker.Invoke(TimeSpan.FromSeconds(10)));
        Assert.True(participant.Token.IsCancellationRequested);
        Assert.Equal(1, participant.Calls);
    }

    [Theory, Lanes]
    public void Participant_ResumesInstance_ResumptionRunsLater(Lane lane)
    {
        Resumer participant = new();
        Runner.Run(new Sequence { Activities = { new Step(_log, "a"), new Wait(_log, "wait") } }, lane, extensions: Collector.Extensions(participant))
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "wait waits", "wait resumed from outside");
    }

    [Fact]
    public void Participant_ReturnsNullTask_LosesRecord()
    {
        NoTask participant = new();
        Runner.Run(new Step(_log, "a"), Lane.Fast, extensions: Collector.Extensions(participant)).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(5, participant.DroppedRecords);
    }

    [Theory, Lanes]
    [Rule("15.2")]
    public void EventTime_IsTimeOfInstanceClock(Lane lane)
    {
        VirtualTimeProvider clock = new();
        Collector collector = new();
        DateTime start = clock.GetUtcNow().UtcDateTime;
        Runner.Run(new Step(_log, "a", _ => clock.Advance(TimeSpan.FromSeconds(5))), lane, extensions: Collector.Extensions(clock, collector));
        Assert.Equal([0, 0, 0, 5, 5], collector.Records.Select(record => (int)(record.EventTime - start).TotalSeconds));
        Assert.All(collector.Records, record => Assert.Equal(DateTimeKind.Utc, record.EventTime.Kind));
    }

    [Theory, Lanes]
    public void Participant_EmptyProfile_IsNotCalled(Lane lane)
    {
        Collector collector = new(_ => throw new InvalidOperationException("Nobody asked for it.")) { TrackingProfile = new TrackingProfile() };
        Runner.Run(new Step(_log, "a"), lane, extensions: collector.AsExtension()).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(0, collector.DroppedRecords);
    }

    private sealed class Uncopied() : CustomTrackingRecord("uncopied")
    {
        protected override TrackingRecord Clone() => throw new FormatException("no copy");
    }

    private sealed class NoTask : TrackingParticipant
    {
        protected override void Track(TrackingRecord record, TimeSpan timeout) => throw new NotSupportedException();

#pragma warning disable MA0022, VSTHRD114 // The test covers a participant that violates the contract.
        protected override Task TrackAsync(TrackingRecord record, CancellationToken cancellationToken) => null!;
#pragma warning restore MA0022, VSTHRD114
    }

    /// <summary>Resumes a bookmark during the delivery of a record.</summary>
    private sealed class Resumer : TrackingParticipant, IWorkflowInstanceExtension
    {
        private WorkflowInstanceProxy? _instance;

        public IEnumerable<object> GetAdditionalExtensions() => [];

        public void SetInstance(WorkflowInstanceProxy instance) => _instance = instance;

        protected override void Track(TrackingRecord record, TimeSpan timeout)
        {
            if (record is ActivityStateRecord { State: "Executing", Activity.Name: "wait" })
            {
                _ = _instance!.ResumeBookmarkAsync(new Bookmark("wait"), "from outside").AsTask();
            }
        }
    }
}
