using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Core.Tests.Hosting;

/// <summary>The data that the saves of a host write to its store, and the release of the instance.</summary>
[Rule("7.5.1")]
public sealed class StoreSaverTests
{
    private static readonly XName Text = XName.Get("text", "urn:test");

    private readonly Log _log = new();
    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;
    private readonly Guid _id = Guid.NewGuid();
    private readonly List<Exception> _lost = [];

    public StoreSaverTests() => _store = new InMemoryInstanceStore(new InMemoryInstanceStoreOptions
    {
        TimeProvider = _clock,
        CompletionAction = InstanceCompletionAction.DeleteNothing,
    });

    private static CancellationToken None => CancellationToken.None;

    [Fact]
    public async Task Save_OfALiveInstance_WritesStatusBookmarksAndValues()
    {
        Saver saver = new(_log)
        {
            ReadWrite = new Dictionary<XName, object?> { ["kept"] = 5 },
            WriteOnly = new Dictionary<XName, object?> { [Text] = "hello", [KnownValues.TimerExpirationTime] = _clock.GetUtcNow().UtcDateTime.AddMinutes(7) },
        };
        StoreSaver saves = new(_store, _id, _lost.Add);
        for (int i = 0; i < 2; i++)
        {
            Assert.Equal(i == 0, saves.IsFirst);
            PersistencePipeline pipeline = Collected(saver);
            Assert.Equal(5, pipeline.ReadWriteValues["kept"]);
            InitialData first = new();
            first.Add(new Dictionary<XName, object?> { ["initial"] = 1 });
            InstanceSave save = new SaveComposer(_id, new WorkflowIdentity("a", null, null), Services(), pipeline) { First = first }
                .OfLive(
                    InstanceStatus.Idle,
                    new byte[] { 1, 2 },
                    [new SavedBookmark { Name = "approve", OwnerDisplayName = "Approval" }],
                    unlock: false,
                    commitsAtOnce: false);
            await saves.SaveAsync(pipeline, save, None);
        }

        InstanceSummary summary = await SummaryAsync();
        Assert.Equal((InstanceStatus.Idle, "a", _clock.GetUtcNow().AddMinutes(7)), (summary.Status, summary.DefinitionIdentity?.Name, summary.DueAt));
        Assert.NotNull(summary.OwnerId);
        Assert.Equal("approve", Assert.Single(summary.Bookmarks).Name);
        Assert.Equal("hello", summary.Values[Text]);
        Assert.Equal(1, summary.Values["initial"]);
    }

    [Fact]
    [Rule("7.9.1")]
    public async Task Save_WithUnlock_ReleasesTheInstanceAndItsOwner()
    {
        StoreSaver saves = new(_store, _id, _lost.Add);
        await SaveAsync(saves, unlock: true, cancellationToken: None);
        Assert.Null((await SummaryAsync()).OwnerId);
        Assert.Equal(0, _clock.PendingTimers);

        InstanceLock instanceLock = await InstanceLock.LoadAsync(_store, _id, null, None);
        StoreSaver loaded = new(instanceLock, _lost.Add);
        await SaveAsync(loaded, unlock: false, cancellationToken: None);
        Assert.NotNull((await SummaryAsync()).OwnerId);
        await loaded.ReleaseAsync();
        await loaded.ReleaseAsync();
        Assert.Null((await SummaryAsync()).OwnerId);
        Assert.Equal(0, _clock.PendingTimers);
        Assert.Empty(_lost);
    }

    [Fact]
    public async Task Save_OfTheEnd_WritesOutputsOrFailure()
    {
        StoreSaver saves = new(_store, _id, _lost.Add);
        Dictionary<string, object?> outputs = new() { ["total"] = 3m, ["lines"] = new List<int> { 1, 2 }, ["unwritable"] = (Action)(() => { }) };
        await EndAsync(saves, _id, InstanceStatus.Closed, outputs, null);
        InstanceSummary closed = await SummaryAsync();
        Assert.Equal(["lines=[1,2]", "total=3"], closed.Values.Select(value => $"{value.Key.LocalName}={value.Value}").Order());
        Assert.All(closed.Values.Keys, name => Assert.EndsWith("/properties/output", name.NamespaceName, StringComparison.Ordinal));
        Assert.Equal(0, _clock.PendingTimers);

        Guid other = Guid.NewGuid();
        StoreSaver failed = new(_store, other, _lost.Add);
        await EndAsync(failed, other, InstanceStatus.Faulted, null, new FormatException("boom"));
        Assert.Contains("boom", Assert.IsType<string>(Assert.Single((await SummaryAsync(other)).Values).Value), StringComparison.Ordinal);
    }

    [Fact]
    [Rule("7.6.1")]
    public async Task Save_Fails_KeepsTheSavedStateAndCanBeRepeated()
    {
        StoreSaver saves = new(_store, _id, _lost.Add);
        await SaveAsync(saves, unlock: false, cancellationToken: None);
        InstanceSave refused = new()
        {
            InstanceId = _id,
            Status = InstanceStatus.Idle,
            Unlock = true,
            WriteOnlyValues = new Dictionary<XName, object?> { [Text] = this }
        };
        await Assert.ThrowsAsync<SnapshotException>(() => saves.SaveAsync(Collected(), refused, None));
        Assert.NotNull((await SummaryAsync()).OwnerId);
        await SaveAsync(saves, unlock: true, cancellationToken: None);
        Assert.Empty(_lost);
    }

    [Fact]
    public async Task Abort_WhileParticipantsWork_EndsTheSaveWithItsReason()
    {
        IOLoader slow = new(_log) { OnSave = _ => new TaskCompletionSource().Task };
        StoreSaver saves = new(_store, _id, _lost.Add);
        Task save = SaveAsync(saves, unlock: false, cancellationToken: None, slow);
        TimeoutException reason = new("late");
        saves.Abort(reason);
        WorkflowApplicationAbortedException inDoubt = await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => save.WaitAsync(HangGuard.Limit));
        Assert.Same(reason, inDoubt.InnerException);
        Assert.Equal(_id, inDoubt.InstanceId);
        Assert.Contains("unknown", inDoubt.Message, StringComparison.Ordinal);
        await saves.ReleaseAsync();
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Fact]
    public async Task Cancel_OfOneSave_LeavesTheNext()
    {
        StoreSaver saves = new(_store, _id, _lost.Add);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => SaveAsync(saves, unlock: false, cancellationToken: new CancellationToken(canceled: true)));
        await SaveAsync(saves, unlock: false, cancellationToken: None);
    }

    [Fact]
    public async Task Owner_Lost_IsReported()
    {
        StoreSaver saves = new(_store, _id, _lost.Add);
        await SaveAsync(saves, unlock: false, cancellationToken: None);
        await _store.DeleteOwnerAsync(new InstanceOwner((await SummaryAsync()).OwnerId!.Value, new InstanceOwnerOptions()), None);
        _clock.Advance(TimeSpan.FromSeconds(30));
        Assert.IsType<InstanceOwnerException>(Assert.Single(_lost));
        await saves.ReleaseAsync();
    }

    [Fact]
    public async Task Values_OfParticipants_AreSavedAsJsonOrRefused()
    {
        Saver writable = new(_log) { WriteOnly = new Dictionary<XName, object?> { [Text] = new Dictionary<string, int> { ["a"] = 1 } } };
        await SaveAsync(new StoreSaver(_store, _id, _lost.Add), unlock: true, cancellationToken: None, writable);
        Assert.Equal("""{"a":1}""", Assert.Single((await SummaryAsync()).Values).Value!.ToString());

        Guid other = Guid.NewGuid();
        Saver unwritable = new(_log) { WriteOnly = new Dictionary<XName, object?> { [Text] = (Action)(() => { }) } };
        StoreSaver saves = new(_store, other, _lost.Add);
        SnapshotException refused = await Assert.ThrowsAsync<SnapshotException>(() => SaveAsync(saves, unlock: false, cancellationToken: None, unwritable));
        Assert.Equal(Text.ToString(), refused.ValueName);
        await Assert.ThrowsAsync<InvalidOperationException>(() => SummaryAsync(other));
        Assert.Equal(0, _clock.PendingTimers);
    }

    private static PersistencePipeline Collected(params PersistenceParticipant[] participants)
    {
        PersistencePipeline pipeline = new(participants);
        pipeline.Collect(new Dictionary<XName, object?>());
        return pipeline;
    }

    private PersistenceServices Services() => new([], _clock, new JsonValueSerializer(), new TypeRegistry(), RequiresExactExceptions: false);

    private async Task SaveAsync(StoreSaver saves, bool unlock, CancellationToken cancellationToken, params PersistenceParticipant[] participants)
    {
        PersistencePipeline pipeline = Collected(participants);
        InstanceSave save = new SaveComposer(_id, null, Services(), pipeline).OfLive(InstanceStatus.Idle, new byte[] { 1 }, [], unlock, commitsAtOnce: false);
        await saves.SaveAsync(pipeline, save, cancellationToken);
    }

    private Task EndAsync(StoreSaver saves, Guid id, InstanceStatus status, Dictionary<string, object?>? outputs, Exception? failure)
    {
        PersistencePipeline pipeline = Collected();
        return saves.SaveAsync(pipeline, new SaveComposer(id, null, Services(), pipeline).OfCompleted(status, outputs, failure), None);
    }

    private async Task<InstanceSummary> SummaryAsync(Guid? id = null)
    {
        await foreach (InstanceSummary summary in _store.QueryAsync(new InstanceQuery { InstanceIds = [id ?? _id] }, None))
        {
            return summary;
        }

        throw new InvalidOperationException("The instance is not saved.");
    }
}
