using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Hosting;

/// <summary>What a host's saves write into its store, and when they let go of the instance.</summary>
[Rule("7.5.1")]
public sealed class StoreSaverTests
{
    private static readonly XName Text = XName.Get("text", "urn:test");

    private readonly Log _log = new();
    private readonly ManualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;
    private readonly Guid _id = Guid.NewGuid();
    private readonly List<Exception> _lost = [];

    public StoreSaverTests() => _store = new InMemoryInstanceStore(_clock, InstanceCompletionAction.DeleteNothing, TimeSpan.FromSeconds(30));

    private static CancellationToken None => CancellationToken.None;

    [Fact]
    public async Task Save_WritesStatusBookmarksValuesAndTheEarliestTimer()
    {
        Saver saver = new(_log)
        {
            ReadWrite = new Dictionary<XName, object?> { ["kept"] = 5 },
            WriteOnly = new Dictionary<XName, object?> { [Text] = "hello", [KnownValues.TimerExpirationTime] = _clock.GetUtcNow().UtcDateTime.AddMinutes(7) },
        };
        StoreSaver saves = new(_store, _id, new WorkflowIdentity("a", null, null), Tools(saver), _lost.Add) { InitialValues = new() { ["initial"] = 1 } };
        int captured = 0;
        SaveRequest request = new()
        {
            Status = InstanceStatus.Idle,
            Bookmarks = [new BookmarkInfo("approve", "Approval", null)],
            Capture = values =>
            {
                captured++;
                Assert.Equal(5, values["kept"]);
                return new byte[] { 1, 2 };
            },
        };
        await saves.SaveAsync(request, None);
        await saves.SaveAsync(request, None);
        Assert.Equal(2, captured);

        InstanceSummary summary = await SummaryAsync();
        Assert.Equal((InstanceStatus.Idle, "a", _clock.GetUtcNow().AddMinutes(7)), (summary.Status, summary.DefinitionIdentity?.Name, summary.Due));
        Assert.NotNull(summary.OwnerId);
        Assert.Equal("approve", Assert.Single(summary.Bookmarks).Name);
        Assert.Equal("hello", summary.Values[Text]);
        Assert.Equal(1, summary.Values["initial"]);
    }

    [Fact]
    [Rule("7.9.1")]
    public async Task Save_ThatUnlocks_LetsGoAndEndsItsOwner()
    {
        StoreSaver saves = new(_store, _id, null, Tools(), _lost.Add);
        await saves.SaveAsync(Request(unlock: true), None);
        Assert.Null((await SummaryAsync()).OwnerId);
        Assert.Equal(0, _clock.PendingTimers);

        InstanceLock hold = await InstanceLock.LoadAsync(_store, _id, null, None);
        StoreSaver loaded = new(hold, Tools(), _lost.Add);
        await loaded.SaveAsync(Request(), None);
        Assert.NotNull((await SummaryAsync()).OwnerId);
        await loaded.ReleaseAsync();
        await loaded.ReleaseAsync();
        Assert.Null((await SummaryAsync()).OwnerId);
        Assert.Equal(0, _clock.PendingTimers);
        Assert.Empty(_lost);
    }

    [Fact]
    public async Task Save_OfTheEnd_TellsHowItEnded()
    {
        StoreSaver saves = new(_store, _id, null, Tools(), _lost.Add);
        Dictionary<string, object?> outputs = new() { ["total"] = 3m, ["lines"] = new List<int> { 1, 2 }, ["unwritable"] = (Action)(() => { }) };
        await saves.SaveAsync(new SaveRequest { Status = InstanceStatus.Closed, Outputs = outputs }, None);
        InstanceSummary closed = await SummaryAsync();
        Assert.Equal(["lines=[1,2]", "total=3"], closed.Values.Select(value => $"{value.Key.LocalName}={value.Value}").Order());
        Assert.All(closed.Values.Keys, name => Assert.EndsWith("/properties/output", name.NamespaceName, StringComparison.Ordinal));
        Assert.Equal(0, _clock.PendingTimers);

        Guid other = Guid.NewGuid();
        StoreSaver failed = new(_store, other, null, Tools(), _lost.Add);
        await failed.SaveAsync(new SaveRequest { Status = InstanceStatus.Faulted, Failure = new FormatException("boom") }, None);
        Assert.Contains("boom", Assert.IsType<string>(Assert.Single((await SummaryAsync(other)).Values).Value), StringComparison.Ordinal);
    }

    [Fact]
    [Rule("7.6.1")]
    public async Task Save_ThatFails_LeavesWhatWasSavedAndCanBeRepeated()
    {
        StoreSaver saves = new(_store, _id, null, Tools(), _lost.Add);
        await saves.SaveAsync(Request(), None);
        SaveRequest fails = new() { Status = InstanceStatus.Idle, Unlock = true, Capture = _ => throw new SnapshotException("no") };
        await Assert.ThrowsAsync<SnapshotException>(() => saves.SaveAsync(fails, None));
        Assert.NotNull((await SummaryAsync()).OwnerId);
        await saves.SaveAsync(Request(unlock: true), None);
        Assert.Empty(_lost);
    }

    [Fact]
    public async Task Abort_WhileParticipantsWork_EndsTheSaveWithItsReason()
    {
        IOLoader slow = new(_log) { OnSave = _ => new TaskCompletionSource().Task };
        StoreSaver saves = new(_store, _id, null, Tools(slow), _lost.Add);
        Task save = saves.SaveAsync(Request(), None);
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
        StoreSaver saves = new(_store, _id, null, Tools(), _lost.Add);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => saves.SaveAsync(Request(), new CancellationToken(canceled: true)));
        await saves.SaveAsync(Request(), None);
    }

    [Fact]
    public async Task Owner_ThatIsLost_IsTold()
    {
        StoreSaver saves = new(_store, _id, null, Tools(), _lost.Add);
        await saves.SaveAsync(Request(), None);
        await _store.DeleteOwnerAsync(new InstanceOwner((await SummaryAsync()).OwnerId!.Value, new InstanceOwnerOptions(), TimeSpan.FromSeconds(30)), None);
        _clock.Advance(TimeSpan.FromSeconds(30));
        Assert.IsType<InstanceOwnerException>(Assert.Single(_lost));
        await saves.ReleaseAsync();
    }

    [Fact]
    public async Task Values_OfParticipants_AreSavedAsJsonOrRefusedByName()
    {
        Saver writable = new(_log) { WriteOnly = new Dictionary<XName, object?> { [Text] = new Dictionary<string, int> { ["a"] = 1 } } };
        await new StoreSaver(_store, _id, null, Tools(writable), _lost.Add).SaveAsync(Request(unlock: true), None);
        Assert.Equal("""{"a":1}""", Assert.Single((await SummaryAsync()).Values).Value!.ToString());

        Guid other = Guid.NewGuid();
        Saver unwritable = new(_log) { WriteOnly = new Dictionary<XName, object?> { [Text] = (Action)(() => { }) } };
        StoreSaver saves = new(_store, other, null, Tools(unwritable), _lost.Add);
        SnapshotException refused = await Assert.ThrowsAsync<SnapshotException>(() => saves.SaveAsync(Request(), None));
        Assert.Equal(Text.ToString(), refused.ValueName);
        await Assert.ThrowsAsync<InvalidOperationException>(() => SummaryAsync(other));
        Assert.Equal(0, _clock.PendingTimers);
    }

    private PersistenceServices Tools(params PersistenceParticipant[] participants) => new(participants, _clock, new JsonValueSerializer(), new TypeRegistry());

    private static SaveRequest Request(bool unlock = false) => new() { Status = InstanceStatus.Idle, Unlock = unlock, Capture = _ => new byte[] { 1 } };

    private async Task<InstanceSummary> SummaryAsync(Guid? id = null)
    {
        await foreach (InstanceSummary summary in _store.QueryAsync(new InstanceQuery { InstanceIds = [id ?? _id] }, None))
        {
            return summary;
        }

        throw new InvalidOperationException("The instance is not saved.");
    }
}
