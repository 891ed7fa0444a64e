using System.Transactions;
using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Core.Tests.Persistence;

/// <summary>Tests the participants together with a store: the order of a save and of a load, the transaction, and the state after a failure.</summary>
[Rule("7.8")]
public sealed class PersistencePipelineTests
{
    private static readonly Dictionary<XName, object?> Values = new() { [XName.Get("a", "urn:test")] = 1 };

    private readonly Log _log = new();
    private readonly InMemoryInstanceStore _store = new(new VirtualTimeProvider());
    private readonly Guid _id = Guid.NewGuid();

    private InstanceSave Idle => new() { InstanceId = _id, Status = InstanceStatus.Idle, State = new byte[] { 1 } };

    [Fact]
    public async Task Load_InputAndOutput_PrecedesPublish()
    {
        PersistencePipeline pipeline = new([new IOLoader(_log, "first"), new IOLoader(_log, "second")]);
        await pipeline.LoadAsync(Values, CancellationToken.None);
        _log.AssertIs("first loads a=1", "second loads a=1");
        pipeline.Publish();
        _log.AssertIs("first loads a=1", "second loads a=1", "first gets a=1", "second gets a=1");
    }

    [Fact]
    public async Task Load_InTransaction_CommitsAfterAllLoaded()
    {
        TaskCompletionSource other = new();
        IOLoader with = new(_log, "with", needsTransaction: true) { OnLoad = _ => Enlist("work") };
        IOLoader without = new(_log, "without")
        {
            OnLoad = _ =>
            {
                Assert.Null(Transaction.Current);
                return other.Task;
            },
        };
        Task load = new PersistencePipeline([with, without]).LoadAsync(Values, CancellationToken.None);
        Assert.DoesNotContain("work committed", _log.Entries);
        other.SetResult();
        await load.WaitAsync(HangGuard.Limit);
        Assert.Contains("work committed", _log.Entries);
    }

    [Fact]
    public async Task Load_Fails_RollsBack()
    {
        IOLoader with = new(_log, "with", needsTransaction: true) { OnLoad = _ => Enlist("work") };
        IOLoader fails = new(_log, "fails") { OnLoad = _ => throw new FormatException() };
        await Assert.ThrowsAsync<FormatException>(() => new PersistencePipeline([with, fails]).LoadAsync(Values, CancellationToken.None));
        Assert.Contains("work rolled back", _log.Entries);
    }

    [Fact]
    public async Task Load_Canceled_AbortsParticipantsWithoutWaiting()
    {
        using CancellationTokenSource cancel = new();
        IOLoader slow = new(_log) { OnLoad = _ => new TaskCompletionSource().Task };
        Task load = new PersistencePipeline([slow]).LoadAsync(Values, cancel.Token);
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => load.WaitAsync(HangGuard.Limit));
        Assert.Equal("io aborts", _log.Entries[^1]);
    }

    [Fact]
    public async Task Save_StoreWrite_PrecedesInputAndOutput()
    {
        InstanceLock hold = await OpenAsync();
        IOLoader io = new(_log) { OnSave = async _ => _log.Add($"saved {(await AllAsync()).Length}") };
        await SaveAsync(hold, Idle, unlock: false, io);
        _log.AssertIs("io saves", "saved 1");
    }

    [Fact]
    public async Task Save_InTransaction_IsVisibleAfterCommit()
    {
        InstanceLock hold = await OpenAsync();
        IOLoader io = new(_log, needsTransaction: true)
        {
            OnSave = async _ =>
            {
                using TransactionScope outside = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled);
                _log.Add($"saved {(await AllAsync()).Length}");
            },
        };
        await SaveAsync(hold, Idle, unlock: false, io);
        _log.AssertIs("io saves", "saved 0");
        Assert.Single(await AllAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Save_ParticipantFails_KeepsLockAndCanBeRepeated(bool inTransaction)
    {
        InstanceLock hold = await OpenAsync();
        await hold.SaveAsync(Idle, unlock: false, CancellationToken.None);
        IOLoader io = new(_log, needsTransaction: inTransaction) { OnSave = _ => throw new FormatException() };
        await Assert.ThrowsAsync<FormatException>(() => SaveAsync(hold, Idle, unlock: true, io));
        Assert.NotNull(Assert.Single(await AllAsync()).OwnerId);
        await SaveAsync(hold, Idle, unlock: true);
        Assert.Null(Assert.Single(await AllAsync()).OwnerId);
    }

    [Fact]
    public async Task Save_FirstRolledBack_CanBeRepeated()
    {
        InstanceLock hold = await OpenAsync();
        IOLoader io = new(_log, needsTransaction: true) { OnSave = _ => throw new FormatException() };
        await Assert.ThrowsAsync<FormatException>(() => SaveAsync(hold, Idle, unlock: false, io));
        Assert.Empty(await AllAsync());
        await SaveAsync(hold, Idle, unlock: false);
        Assert.Single(await AllAsync());
    }

    [Fact]
    public async Task Save_RefusedByStore_CallsNoParticipant()
    {
        InstanceLock hold = await OpenAsync();
        InstanceSave refused = new() { InstanceId = _id, Status = InstanceStatus.Idle, WriteOnlyValues = new Dictionary<XName, object?> { ["order"] = this } };
        await Assert.ThrowsAsync<SnapshotException>(() => SaveAsync(hold, refused, unlock: false, new IOLoader(_log)));
        _log.AssertIs();
    }

    [Fact]
    public async Task Save_Unlock_FollowsParticipants()
    {
        InstanceLock hold = await OpenAsync();
        IOLoader io = new(_log) { OnSave = async _ => _log.Add($"held {Assert.Single(await AllAsync()).OwnerId is not null}") };
        await SaveAsync(hold, Idle, unlock: true, io);
        _log.AssertIs("io saves", "held True");
        Assert.Null(Assert.Single(await AllAsync()).OwnerId);
    }

    [Fact]
    public async Task Save_CompletedInstance_CompletesItInStore()
    {
        InstanceLock hold = await OpenAsync();
        await hold.SaveAsync(Idle, unlock: false, CancellationToken.None);
        await SaveAsync(hold, new InstanceSave { InstanceId = _id, Status = InstanceStatus.Closed, Complete = true }, unlock: true, new IOLoader(_log));
        Assert.Empty(await AllAsync());
    }

    private Task<InstanceLock> OpenAsync() => InstanceLock.OpenAsync(_store, _id, null, CancellationToken.None);

    private static Task SaveAsync(InstanceLock hold, InstanceSave save, bool unlock, params PersistenceParticipant[] participants)
    {
        PersistencePipeline pipeline = new(participants);
        pipeline.Collect(new Dictionary<XName, object?>());
        return pipeline.SaveAsync(hold, save.UnderLock(0, unlock), CancellationToken.None).WaitAsync(HangGuard.Limit);
    }

    private Task Enlist(string name)
    {
        Enlisted.In(_log, name);
        return Task.CompletedTask;
    }

    private async Task<InstanceSummary[]> AllAsync()
    {
        List<InstanceSummary> all = [];
        await foreach (InstanceSummary summary in _store.QueryAsync(new InstanceQuery(), CancellationToken.None))
        {
            all.Add(summary);
        }

        return [.. all];
    }
}
