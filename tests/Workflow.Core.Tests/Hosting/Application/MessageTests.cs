using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>Messages of a store: their delivery, and the save that removes them.</summary>
[Rule("16.10")]
public sealed class MessageTests : StoredApplications
{
    private readonly RecordingStore _store;

    public MessageTests() => _store = new RecordingStore(Store);

    [Fact]
    public void Receive_ForABookmarkThatExists_ResumesIt()
    {
        Hosted hosted = Start(new Wait(Log, "w"));
        Receive(hosted, Resume(7, "w", "now"));
        Assert.Contains("w resumed now", Log.Entries);
        Assert.Equal([7], _store.Last.MessagesConsumed);
        Assert.True(_store.Last.Complete);
    }

    [Fact]
    public void Receive_BeforeTheBookmark_WaitsForIt()
    {
        Hosted hosted = Start(new Sequence { Activities = { new Wait(Log, "a"), new Wait(Log, "b") } });
        Receive(hosted, Resume(1, "b", "early"));
        hosted.Do(application => application.PersistAsync());
        Assert.Empty(_store.Last.MessagesConsumed);
        Assert.Equal(1, _store.Last.PendingMessageCount);
        Receive(hosted, Resume(2, "a", "late"));
        Log.AssertIs("a waits", "idle a", "persistable a", "a resumed late", "b waits", "b resumed early", "completed Closed", "unloaded");
        Assert.Equal([1, 2], _store.Last.MessagesConsumed.Order());
    }

    [Fact]
    public void Receive_SeveralForOneBookmark_DeliversThemInOrder()
    {
        Hosted hosted = Start(Steps("w", "w", "w", "x"));
        Receive(hosted, Resume(3, "w", 1), Resume(5, "x", 4), Resume(6, "w", 2));
        Receive(hosted, Resume(9, "w", 3));
        Assert.Equal(
            ["w resumed 1", "w resumed 2", "w resumed 3", "x resumed 4"],
            Log.Entries.Where(entry => entry.Contains("resumed", StringComparison.Ordinal)));
    }

    [Fact]
    public void Receive_OfADuplicate_IgnoresIt()
    {
        Hosted hosted = Start(Steps("w", "w", "w"));
        Receive(hosted, Resume(1, "w", 1));
        Receive(hosted, Resume(1, "w", 1), Resume(2, "w", 2));
        Receive(hosted, Resume(2, "w", 2));
        Assert.Equal(["w resumed 1", "w resumed 2"], Log.Entries.Where(entry => entry.Contains("resumed", StringComparison.Ordinal)));
        hosted.Do(application => application.PersistAsync());
        Assert.Equal([1, 2], _store.Last.MessagesConsumed.Order());
    }

    [Fact]
    public void Save_Succeeds_NamesEachMessageOnce()
    {
        Hosted hosted = Start(Steps("a", "b"));
        Receive(hosted, Resume(1, "a"));
        hosted.Do(application => application.PersistAsync());
        Assert.Equal([1], _store.Last.MessagesConsumed);
        hosted.Do(application => application.PersistAsync());
        Assert.Empty(_store.Last.MessagesConsumed);
    }

    [Fact]
    public void Save_Fails_LeavesTheMessagesToTheNextSave()
    {
        Hosted hosted = Start(Steps("a", "b"));
        Receive(hosted, Resume(1, "a"));
        _store.Failure = new InstancePersistenceException("The disk is full.");
        hosted.Fails<InstancePersistenceException>(application => application.PersistAsync());
        _store.Failure = null;
        hosted.Do(application => application.PersistAsync());
        Assert.Equal([1], _store.Last.MessagesConsumed);
    }

    [Fact]
    public void Unload_WithUndeliverableMessages_CountsThem()
    {
        Hosted hosted = Start(Steps("a", "b"));
        Receive(hosted, Resume(1, "b"), Resume(2, "c"), Resume(3, "c"));
        hosted.Do(application => application.UnloadAsync());
        Assert.Equal(3, _store.Last.PendingMessageCount);
    }

    /// <summary>
    /// The message arrives while the instance cannot receive it. The save must not count it as undeliverable, because it can be delivered now.
    /// </summary>
    [Fact]
    public void Unload_BeforeAPossibleDelivery_DoesNotCountIt()
    {
        PumpContext pump = new();
        Hosted hosted = new(Log, new WorkflowApplication(new Wait(Log, "w")) { SynchronizationContext = pump, InstanceStore = _store });
        hosted.Application.Run();
        pump.Pump();
        Task unload = hosted.Application.UnloadAsync();
        hosted.Application.ReceiveMessages([Resume(1, "w")]);
        pump.Pump();
        Assert.True(unload.IsCompletedSuccessfully);
        Assert.Equal(0, _store.Last.PendingMessageCount);
        Assert.DoesNotContain("w resumed ", Log.Entries);
    }

    [Fact]
    public void Receive_OfAnExpiredMessage_RemovesItUndelivered()
    {
        Hosted hosted = Start(new Wait(Log, "w"));
        Receive(
            hosted,
            new ReceivedMessage(
                new StoredMessage
                {
                    InstanceId = hosted.Application.Id,
                    Sequence = 1,
                    Kind = MessageKind.Resume,
                    BookmarkName = "w",
                    ReceivedAt = Clock.GetUtcNow(),
                    IsExpired = true
                },
                1));
        hosted.Do(application => application.PersistAsync());
        Assert.Equal([1], _store.Last.MessagesConsumed);
        Assert.DoesNotContain("w resumed 1", Log.Entries);
    }

    [Fact]
    public void Receive_ExpiringWhileItWaits_IsRemovedUndelivered()
    {
        Hosted hosted = Start(Steps("a", "b"));
        StoredMessage message = new()
        {
            InstanceId = hosted.Application.Id,
            Sequence = 1,
            Kind = MessageKind.Resume,
            BookmarkName = "b",
            ReceivedAt = Clock.GetUtcNow(),
            ExpiresAt = Clock.GetUtcNow().AddMinutes(1)
        };
        Receive(hosted, new ReceivedMessage(message, "late"));
        Clock.Advance(TimeSpan.FromMinutes(1));
        Receive(hosted, Resume(2, "a"));
        Assert.DoesNotContain("b resumed late", Log.Entries);
        hosted.Do(application => application.PersistAsync());
        Assert.Equal([1, 2], _store.Last.MessagesConsumed.Order());
    }

    [Fact]
    public void Receive_OfACancellation_Cancels()
    {
        Hosted hosted = Start(new Wait(Log, "w"));
        Receive(hosted, Request(1, MessageKind.Cancel, null));
        Assert.Contains("completed Canceled", Log.Entries);
        Assert.Equal([1], _store.Last.MessagesConsumed);
    }

    [Fact]
    public void Receive_OfATermination_EndsWithItsReason()
    {
        Hosted hosted = Start(new Wait(Log, "w"));
        Receive(hosted, Request(1, MessageKind.Terminate, "enough"));
        WorkflowCompletion completion = Finished.ResultOf(hosted.Application.Completion);
        Assert.Equal("enough", Assert.IsType<WorkflowApplicationTerminatedException>(completion.TerminationException).Message);
    }

    [Fact]
    public void Receive_OfATerminationWithAnException_EndsWithIt()
    {
        Hosted hosted = Start(new Wait(Log, "w"));
        TimeoutException reason = new("late");
        Receive(hosted, Request(1, MessageKind.Terminate, reason));
        Assert.Same(reason, Finished.ResultOf(hosted.Application.Completion).TerminationException);
    }

    [Fact]
    [Rule("16.10.1")]
    public void Receive_OfASuspension_SavesFirstAndWithdrawsTheMessageLast()
    {
        Hosted hosted = Start(Steps("a", "b"));
        Receive(hosted, Resume(1, "a"));
        Receive(hosted, Request(2, MessageKind.Suspend, "stocktaking"));
        Assert.Equal([1], _store.Last.MessagesConsumed);
        Assert.False(_store.Last.Unlock);
        Assert.Equal("stocktaking", _store.Suspension);
        Assert.Equal([2], _store.Withdrawn);
        Assert.Equal("unloaded", Log.Entries[^1]);
        hosted.Fails<WorkflowApplicationUnloadedException>(application => application.PersistAsync());
    }

    [Fact]
    [Rule("16.10.1")]
    public void Receive_OfASuspensionThatFails_Aborts()
    {
        Hosted hosted = Start(new Wait(Log, "w"));
        _store.Failure = new InstancePersistenceException("The disk is full.");
        Receive(hosted, Request(2, MessageKind.Suspend, "stocktaking"));
        Assert.Equal("aborted The disk is full.", Log.Entries[^1]);
        Assert.Null(_store.Suspension);
    }

    [Fact]
    [Rule("16.10.1")]
    public void Suspend_WithoutASuitableStore_IsRefusedAndChangesNothing()
    {
        Hosted none = Hosted.Inline(Log, new Wait(Log, "w")).Run();
        none.Fails<InvalidOperationException>(application => application.SuspendAsync("why"));
        Assert.Equal(BookmarkResumptionResult.Success, none.Resume("w"));
        _store.SuspendsInstances = false;
        Hosted hosted = Start(new Wait(Log, "w"));
        Assert.Contains(
            nameof(RecordingStore),
            hosted.Fails<InvalidOperationException>(application => application.SuspendAsync("why")).Message,
            StringComparison.Ordinal);
        Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("w"));
        Assert.Throws<ArgumentNullException>(() => { _ = hosted.Application.SuspendAsync(null!); });
    }

    [Fact]
    [Rule("16.10.1")]
    public void Suspend_WithALongReason_KeepsItsBeginning()
    {
        Hosted hosted = Start(new Wait(Log, "w"));
        hosted.Do(application => application.SuspendAsync(new string('x', 5000)));
        Assert.Equal(new string('x', 2000), _store.Suspension);
    }

    [Fact]
    [Rule("16.10.1")]
    public void UnhandledException_WithASuspension_SetsTheLastSaveAside()
    {
        Hosted hosted = Started(
            new Sequence { Activities = { new Wait(Log, "w"), new Throw { Exception = new InArgument<Exception>(_ => new TimeoutException("late")) } } });
        hosted.Application.OnUnhandledException = fault =>
        {
            fault.SuspendsInstance = true;
            return UnhandledExceptionAction.Abort;
        };
        hosted.Run();
        hosted.Do(application => application.PersistAsync());
        hosted.Resume("w");
        Assert.Equal("System.TimeoutException: late", _store.Suspension);
    }

    [Fact]
    public void Receive_ForAnInstanceThatHasEnded_DoesNothing()
    {
        Hosted hosted = Start(new Wait(Log, "w"));
        hosted.Do(application => application.UnloadAsync());
        int saves = _store.Saves.Count;
        Receive(hosted, Resume(1, "w"), Request(2, MessageKind.Cancel, null));
        Assert.Equal(saves, _store.Saves.Count);
        Assert.Throws<ArgumentNullException>(() => hosted.Application.ReceiveMessages(null!));
        Assert.Throws<ArgumentNullException>(() => new ReceivedMessage(null!, null));
    }

    [Fact]
    public void Receive_BeforeTheRun_IsDeliveredAfterIt()
    {
        Hosted hosted = Started(new Wait(Log, "w"));
        Receive(hosted, Resume(1, "w", "early"));
        Assert.Empty(Log.Entries);
        hosted.Run();
        Assert.Contains("w resumed early", Log.Entries);
    }

    [Fact]
    public void Receive_OfManyMessages_DeliversAll()
    {
        const int count = 20_000;
        int delivered = 0;
        Hosted hosted = Start(new Sequence { Activities = { new Repeated("w", () => ++delivered == count), new Wait(Log, "end") } });
        Receive(hosted, [.. Enumerable.Range(1, count).Select(number => Resume(number, "w"))]);
        Assert.Equal(count, delivered);
        hosted.Do(application => application.PersistAsync());
        Assert.Equal(count, _store.Last.MessagesConsumed.Count);
    }

    [Fact]
    public void InitialKeys_WithARequest_AreInTheFirstSaveOnly()
    {
        Guid key = Guid.NewGuid(), more = Guid.NewGuid(), request = Guid.NewGuid();
        Hosted hosted = Started(new Wait(Log, "w"));
        hosted.Application.AddInitialInstanceKeys([key], request);
        hosted.Application.AddInitialInstanceKeys([key, more]);
        hosted.Run();
        hosted.Do(application => application.PersistAsync());
        Assert.Equal(new HashSet<Guid> { key, more }, _store.Last.KeysAdded.ToHashSet());
        Assert.Equal(request, _store.Last.RequestId);
        hosted.Do(application => application.PersistAsync());
        Assert.Empty(_store.Last.KeysAdded);
        Assert.Null(_store.Last.RequestId);
        Assert.Throws<InvalidOperationException>(() => hosted.Application.AddInitialInstanceKeys([key]));
        Assert.Throws<ArgumentNullException>(() => hosted.Application.AddInitialInstanceKeys(null!));
    }

    private static Sequence Steps(Log log, params string[] names)
    {
        Sequence steps = new();
        foreach (string name in names)
        {
            steps.Activities.Add(new Wait(log, name));
        }

        return steps;
    }

    private static ReceivedMessage Resume(long sequence, string bookmark, object? value = null) =>
        new(
            new StoredMessage { InstanceId = Guid.Empty, Sequence = sequence, Kind = MessageKind.Resume, BookmarkName = bookmark, ReceivedAt = default },
            value);

    private static ReceivedMessage Request(long sequence, MessageKind kind, object? value) =>
        new(new StoredMessage { InstanceId = Guid.Empty, Sequence = sequence, Kind = kind, ReceivedAt = default }, value);

    private static void Receive(Hosted hosted, params ReceivedMessage[] messages) => NoContext.Run(() => hosted.Application.ReceiveMessages(messages));

    private Sequence Steps(params string[] names) => Steps(Log, names);

    private Hosted Start(Activity workflow) => Started(workflow).Run();

    private Hosted Started(Activity workflow)
    {
        Hosted hosted = With(workflow);
        hosted.Application.InstanceStore = _store;
        return hosted;
    }

    /// <summary>Waits at one bookmark until its function returns true for a resumption.</summary>
    private sealed class Repeated(string name, Func<bool> isLast) : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark(name, OnResumed, BookmarkOptions.MultipleResume);

        private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value)
        {
            if (isLast())
            {
                context.RemoveBookmark(bookmark);
            }
        }
    }

    /// <summary>Records the saves and suspensions of applications.</summary>
    private sealed class RecordingStore(InMemoryInstanceStore store) : DelegatingInstanceStore(store)
    {
        public List<InstanceSave> Saves { get; } = [];

        public InstanceSave Last => Saves[^1];

        public List<long> Withdrawn { get; } = [];

        public string? Suspension { get; private set; }

        public Exception? Failure { get; set; }

        public bool SuspendsInstances { get; set; } = true;

        public override StoreCapabilities Capabilities => base.Capabilities with { SuspendsInstances = SuspendsInstances };

        public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
        {
            if (Failure is { } failure)
            {
                return Task.FromException<long>(failure);
            }

            Saves.Add(save);
            return base.SaveAsync(owner, save, cancellationToken);
        }

        /// <summary>Fails after its effect; the failure must have no effect on the suspension.</summary>
        public override Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken)
        {
            Assert.NotNull(Suspension);
            Withdrawn.Add(sequence);
            return Task.FromException<bool>(new InstancePersistenceException("The disk is full."));
        }

        public override async Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken)
        {
            await base.UnlockAsync(owner, InstanceUnlock.Release(unlock.InstanceId, unlock.LockVersion), cancellationToken);
            Suspension = unlock.Kind == UnlockKind.Suspension ? unlock.Reason : Suspension;
        }
    }
}
