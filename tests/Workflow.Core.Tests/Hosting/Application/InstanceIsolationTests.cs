using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>A failure of one instance, or of an object that instances share, is reported to its cause and does not affect other instances.</summary>
public sealed class InstanceIsolationTests : StoredApplications
{
    private readonly Log _others = new();

    [Fact]
    [Rule("6.7")]
    public void Application_Unloaded_CannotAccessTheInstance()
    {
        Sequence root = new() { Activities = { new Wait(Log, "a"), new Wait(Log, "b") } };
        Hosted first = With(root).Run();
        first.Do(application => application.UnloadAsync());
        Hosted second = Loaded(root, first.Application.Id).Run();
        Assert.Equal(BookmarkResumptionResult.NotReady, first.Resume("a"));
        NoContext.Run(first.Application.Abort);
        first.Fails<WorkflowApplicationAbortedException>(application => application.PersistAsync());
        Assert.Equal(BookmarkResumptionResult.Success, second.Resume("a"));
        second.Do(application => application.PersistAsync());
        Assert.Equal(BookmarkResumptionResult.Success, second.Resume("b"));
        Assert.Contains("completed Closed", Log.Entries);
    }

    [Fact]
    [Rule("16.8")]
    public async Task Owner_Lost_CannotOverwriteItsSuccessor()
    {
        Sequence root = new() { Activities = { new Wait(Log, "a"), new Wait(Log, "b") } };
        Hosted unaffected = Unaffected();
        Hosted zombie = With(root).Run();
        zombie.Do(application => application.PersistAsync());
        InstanceSummary saved = Summary(zombie.Application.Id)!;
        await Store.DeleteOwnerAsync(new InstanceOwner(saved.OwnerId!.Value, new InstanceOwnerOptions()), CancellationToken.None);
        Hosted successor = Loaded(root, zombie.Application.Id).Run();
        successor.Resume("a");
        successor.Do(application => application.PersistAsync());
        Assert.Equal(BookmarkResumptionResult.Success, zombie.Resume("a"));
        Assert.NotNull(Started.WithoutContext(() => zombie.Application.PersistAsync()).Exception);
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => zombie.Application.Completion.WaitAsync(HangGuard.Limit));
        Assert.Equal("b", Assert.Single(Summary(zombie.Application.Id)!.Bookmarks).Name);
        Assert.Equal(BookmarkResumptionResult.Success, successor.Resume("b"));
        AssertUnharmed(unaffected);
    }

    [Theory]
    [InlineData("truncated")]
    [InlineData("damaged")]
    [InlineData("empty")]
    [InlineData("foreign")]
    [Rule("16.7")]
    public void Load_OfABrokenSnapshot_IsRefusedAndLeavesItUnchanged(string how)
    {
        Wait root = new(Log, "w");
        Hosted unaffected = Unaffected();
        Guid id = Unloaded(root), other = Unloaded(root);
        TamperingStore store = new(Store, other, how);
        Hosted broken = new(Log, new WorkflowApplication(root) { InstanceStore = store, SynchronizationContext = new InlineContext() });
        SnapshotException failure = broken.Fails<SnapshotException>(application => application.LoadAsync(id));
        Assert.EndsWith(".", failure.Message, StringComparison.Ordinal);
        Assert.Equal($"aborted {failure.Message}", Log.Entries[^1]);
        Assert.Null(Summary(id)!.OwnerId);
        Assert.Equal(BookmarkResumptionResult.Success, Loaded(root, id).Resume("w"));
        Assert.Equal(BookmarkResumptionResult.Success, Loaded(root, other).Resume("w"));
        AssertUnharmed(unaffected);
    }

    [Fact]
    [Rule("15.4")]
    public async Task Participant_HangsOrThrowsForOneInstance_AffectsOnlyThatOne()
    {
        FailsForSome participant = new();
        Hosted unaffected = Unaffected(participant), hanging = With(new Wait(Log, "w"), participant), throwing = With(new Wait(Log, "w"), participant);
        (participant.Hangs, participant.Throws) = (hanging.Application.Id, throwing.Application.Id);
        hanging.Run();
        throwing.Run();
        Task<BookmarkResumptionResult> waiting = hanging.Application.ResumeBookmarkAsync("w");
        Assert.Equal(BookmarkResumptionResult.Success, throwing.Resume("w"));
        Assert.True(participant.DroppedRecords > 0);
        AssertUnharmed(unaffected);
        Assert.False(waiting.IsCompleted);
        NoContext.Run(hanging.Application.Abort);
        Assert.Equal(BookmarkResumptionResult.NotReady, await waiting.WaitAsync(HangGuard.Limit));
    }

    [Fact]
    [Rule("16.8")]
    public async Task PersistenceParticipant_Hangs_BlocksOnlyItsOwnInstance()
    {
        Hosted unaffected = Unaffected();
        Hosted hanging = With(new Wait(Log, "w"), new IOSaver(Log)).Run();
        Task persisted = hanging.Application.PersistAsync();
        unaffected.Do(application => application.PersistAsync());
        AssertUnharmed(unaffected);
        Assert.False(persisted.IsCompleted);
        NoContext.Run(hanging.Application.Abort);
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => persisted.WaitAsync(HangGuard.Limit));
    }

    [Fact]
    [Rule("22.2")]
    public async Task Participants_CallingTheApplication_AreServedInOrder()
    {
        List<Task> asked = [];
        Hosted? hosted = null;
        Collector tracking = new(record =>
        {
            if (record is WorkflowInstanceRecord { State: WorkflowInstanceStates.Idle } && asked.Count == 0)
            {
                asked.Add(hosted!.Application.GetBookmarksAsync());
                asked.Add(hosted.Application.PersistAsync());
            }
        });
        Saver saving = new(Log) { OnCollect = () => asked.Add(hosted!.Application.ResumeBookmarkAsync("w")) };
        hosted = With(new Wait(Log, "w"), tracking, saving);
        hosted.Run();
        await Task.WhenAll(asked.ToArray()).WaitAsync(HangGuard.Limit);
        await hosted.Application.Completion.WaitAsync(HangGuard.Limit);
        Assert.Equal(BookmarkResumptionResult.Success, Finished.ResultOf((Task<BookmarkResumptionResult>)asked[2]));
        Assert.Equal(["completed Closed", "save collects", "unloaded"], Log.Entries[^3..]);
    }

    [Theory]
    [InlineData("idle")]
    [InlineData("persistable")]
    [InlineData("completed")]
    [InlineData("unloaded")]
    [Rule("16.1.2")]
    public void Handler_Throws_AbortsOnlyItsOwnInstance(string handler)
    {
        Hosted unaffected = Unaffected();
        Hosted hosted = With(new Wait(Log, "w"));
        hosted.Also[handler] = () => throw new TimeoutException("lost");
        hosted.Run();
        hosted.Resume("w");
        Assert.Equal("aborted lost", Log.Entries[^1]);
        AssertUnharmed(unaffected);
    }

    /// <summary>Creates an instance that is saved once and waits while another instance fails.</summary>
    private Hosted Unaffected(params object[] extensions)
    {
        Hosted unaffected = new(
            _others,
            new WorkflowApplication(new WaitFor<int>(_others, "b")) { InstanceStore = Store, SynchronizationContext = new InlineContext() });
        Array.ForEach([Clock, .. extensions], unaffected.Application.Extensions.Add);
        unaffected.Run().Do(application => application.PersistAsync());
        return unaffected;
    }

    private void AssertUnharmed(Hosted unaffected)
    {
        Assert.Equal(BookmarkResumptionResult.Success, unaffected.Resume("b", 7));
        Assert.Equal(7, Finished.ResultOf(unaffected.Application.Completion).Outputs["Result"]);
        _others.AssertIs("b waits", "idle b", "persistable b", "completed Closed", "unloaded");
    }

    private Guid Unloaded(Activity root)
    {
        Hosted hosted = With(root).Run();
        hosted.Do(application => application.UnloadAsync());
        return hosted.Application.Id;
    }

    /// <summary>A store whose loads return another state than was saved.</summary>
    private sealed class TamperingStore(InstanceStore store, Guid other, string how) : DelegatingInstanceStore(store)
    {
        public override async Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken)
        {
            StoredInstance loaded = await base.LoadAsync(owner, load, cancellationToken);
            return new StoredInstance
            {
                InstanceId = loaded.InstanceId,
                LockVersion = loaded.LockVersion,
                DefinitionIdentity = loaded.DefinitionIdentity,
                Status = loaded.Status,
                State = await TamperAsync(owner, loaded.State, cancellationToken),
            };
        }

        private async Task<ReadOnlyMemory<byte>> TamperAsync(InstanceOwner owner, ReadOnlyMemory<byte> state, CancellationToken cancellationToken)
        {
            switch (how)
            {
                case "truncated":
                    return state[..(state.Length / 2)];
                case "empty":
                    return default;
                case "damaged":
                    byte[] damaged = state.ToArray();
                    damaged[damaged.Length / 2] ^= 1;
                    return damaged;
                default:
                    StoredInstance foreign = await base.LoadAsync(owner, InstanceLoad.ById(other), cancellationToken);
                    await UnlockAsync(owner, InstanceUnlock.Release(other, foreign.LockVersion), cancellationToken);
                    return foreign.State;
            }
        }
    }

    /// <summary>Never completes for the records of one instance, and throws for the records of another.</summary>
    private sealed class FailsForSome : TrackingParticipant
    {
        private readonly TaskCompletionSource _never = new();

        public Guid Hangs { get; set; }

        public Guid Throws { get; set; }

        protected override void Track(TrackingRecord record, TimeSpan timeout)
        {
        }

        protected override Task TrackAsync(TrackingRecord record, CancellationToken cancellationToken) =>
            record.InstanceId == Hangs ? _never.Task : record.InstanceId == Throws ? throw new TimeoutException("late") : Task.CompletedTask;
    }
}
