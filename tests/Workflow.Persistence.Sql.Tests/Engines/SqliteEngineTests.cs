using Workflow.Core.Tests.TestKit;
using Workflow.Testing;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Tests of several stores on one file, which represent several hosts, of many concurrent calls, and of completed instances that are kept.</summary>
public sealed class SqliteEngineTests
{
    private static readonly InstanceOwnerOptions Any = new() { Filter = WorkflowIdentityFilter.Any };

    private static CancellationToken None => CancellationToken.None;

    /// <summary>A process that always ends soon after its start must not suspend the instances that it has loaded.</summary>
    [Fact]
    public async Task TryLoadRunnableAsync_MaxSuspicion_LoadsAfterMinimumUptime()
    {
        VirtualTimeProvider clock = new();
        await using SqliteFile file = new();
        SqlInstanceStoreOptions options = new() { TimeProvider = clock };
        SqlInstanceStore first = await file.StoreAsync(options);
        Guid id = Guid.NewGuid();
        await first.SaveAsync(await first.CreateOwnerAsync(Any, None), Save(id), None);
        clock.Advance(TimeSpan.FromMinutes(2));
        for (int starts = 0; starts < 10; starts++)
        {
            SqlInstanceStore doomed = file.WithoutSchema(options);
            StoredInstance? loaded = await doomed.TryLoadRunnableAsync(await doomed.CreateOwnerAsync(Any, None), default, None);
            Assert.Equal(starts < SuspectWindow.MaxSuspicion ? id : null, loaded?.InstanceId);
            clock.Advance(TimeSpan.FromMinutes(2));
        }

        Assert.Equal([3L, 0L, 0L], Assert.Single(file.Read("SELECT suspicion, attempts, suspended FROM workflow_instances")));
        SqlInstanceStore last = file.WithoutSchema(options);
        InstanceOwner owner = await last.CreateOwnerAsync(Any, None);
        clock.Advance(TimeSpan.FromSeconds(9));
        Assert.Null(await last.TryLoadRunnableAsync(owner, default, None));
        Task waiting = last.WaitForRunnableAsync(owner, None);
        clock.Advance(TimeSpan.FromSeconds(6));
        await waiting.WaitAsync(HangGuard.Limit);
        Assert.Equal(id, (await last.TryLoadRunnableAsync(owner, default, None))?.InstanceId);
    }

    [Fact]
    public async Task Lease_ShortPeriodAndMargin_LastsForBoth()
    {
        VirtualTimeProvider time = new();
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(
            new SqlInstanceStoreOptions { TimeProvider = time, LeaseRenewalPeriod = TimeSpan.FromSeconds(1), LeaseMargin = TimeSpan.FromSeconds(4) });
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        time.Advance(TimeSpan.FromSeconds(4.9));
        await store.RenewOwnerAsync(owner, None);
        time.Advance(TimeSpan.FromSeconds(5));
        await Assert.ThrowsAsync<InstanceOwnerException>(() => store.RenewOwnerAsync(owner, None));
    }

    [Fact]
    public async Task TryLoadRunnableAsync_OwnerGone_OneHostTakesEachInstance()
    {
        VirtualTimeProvider clock = new();
        await using SqliteFile file = new();
        SqlInstanceStoreOptions options = new() { TimeProvider = clock };
        SqlInstanceStore dead = await file.StoreAsync(options);
        InstanceOwner gone = await dead.CreateOwnerAsync(Any, None);
        Guid[] ids = [.. Enumerable.Range(0, 50).Select(_ => Guid.NewGuid())];
        await Task.WhenAll(ids.Select(id => dead.SaveAsync(gone, Save(id), None)));
        clock.Advance(TimeSpan.FromMinutes(2));

        List<Guid>[] taken = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(async () =>
        {
            SqlInstanceStore host = new(file.Source, options);
            await using (host)
            {
                InstanceOwner owner = await host.CreateOwnerAsync(Any, None);
                List<Guid> found = [];
                while (await host.TryLoadRunnableAsync(owner, default, None) is { } loaded)
                {
                    found.Add(loaded.InstanceId);
                }

                return found;
            }
        })));
        Assert.Equal(ids.Order(), taken.SelectMany(found => found).Order());
    }

    [Fact]
    public async Task WaitForRunnableAsync_OtherHostSavesRunnable_Completes()
    {
        VirtualTimeProvider clock = new();
        await using SqliteFile file = new();
        SqlInstanceStoreOptions options = new() { TimeProvider = clock };
        SqlInstanceStore store = await file.StoreAsync(options), other = await file.StoreAsync(options);
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None), writer = await other.CreateOwnerAsync(Any, None);
        Task waiting = store.WaitForRunnableAsync(owner, None);
        await other.SaveAsync(writer, Save(Guid.NewGuid(), unlock: true), None);
        for (int i = 0; i < 1000 && !waiting.IsCompleted; i++)
        {
            clock.Advance(TimeSpan.FromMilliseconds(20));
            await store.RenewOwnerAsync(owner, None);
        }

        await waiting.WaitAsync(HangGuard.Limit);
    }

    /// <summary>Regressions 3 and 26: bursts that are larger than any batch.</summary>
    [Theory]
    [InlineData(1, 1)]
    [InlineData(7, 1_000_000)]
    [InlineData(256, 2_000)]
    public async Task SaveAsync_Burst_WritesAll(int count, int bytes)
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(new SqlInstanceStoreOptions { MaxBatchCount = count, MaxBatchBytes = bytes });
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Guid[] ids = [.. Enumerable.Range(0, 500).Select(_ => Guid.NewGuid())];
        await Task.WhenAll(ids.Select(id => store.SaveAsync(owner, Save(id, state: new byte[200]), None)));
        await Task.WhenAll(ids.Select(id => store.SaveAsync(owner, Save(id, version: 1, state: new byte[300], unlock: true), None)));
        StoredInstance[] loaded = await Task.WhenAll(ids.Select(id => store.LoadAsync(owner, InstanceLoad.ById(id), None)));
        Assert.All(loaded, instance => Assert.Equal(300, instance.State.Length));
    }

    /// <summary>Regression 22: an owner that holds more instances than one transaction releases.</summary>
    [Fact]
    public async Task DeleteOwnerAsync_ManyInstances_ReleasesAll()
    {
        VirtualTimeProvider clock = new();
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(new SqlInstanceStoreOptions { TimeProvider = clock });
        InstanceOwner gone = await store.CreateOwnerAsync(Any, None);
        Guid[] ids = [.. Enumerable.Range(0, 2500).Select(_ => Guid.NewGuid())];
        await Task.WhenAll(ids.Select(id => store.SaveAsync(gone, Save(id), None)));
        await store.DeleteOwnerAsync(gone, None);
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Assert.Equal(ids[^1], (await store.LoadAsync(owner, InstanceLoad.ById(ids[^1]), None)).InstanceId);
        HashSet<Guid> found = [ids[^1]];
        while (await store.TryLoadRunnableAsync(owner, default, None) is { } loaded)
        {
            Assert.True(found.Add(loaded.InstanceId));
        }

        Assert.Equal(ids.Length, found.Count);
        Assert.Equal(1L, file.ReadValue("SELECT count(*) FROM workflow_owner"));
    }

    [Fact]
    public async Task CreateOwnerAsync_OwnerRowDeleted_ReleasesItsLocks()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Save(id), None);
        file.Run("DELETE FROM workflow_owner");
        SqlInstanceStore next = await file.StoreAsync();
        InstanceOwner successor = await next.CreateOwnerAsync(Any, None);
        Assert.Equal(id, (await next.TryLoadRunnableAsync(successor, default, None))?.InstanceId);
    }

    /// <summary>Regression 30: a purge of more instances than fit in one batch.</summary>
    [Fact]
    public async Task PurgeAsync_OldInstances_DeletesAllTheirRows()
    {
        VirtualTimeProvider clock = new();
        await using SqliteFile file = new();
        SqlInstanceStoreOptions options = new() { TimeProvider = clock, CompletionAction = InstanceCompletionAction.DeleteNothing };
        options.Promotions["P"] = new() { Numbers = { "n" } };
        SqlInstanceStore store = await file.StoreAsync(options);
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        await CompleteAsync(store, owner, 1200);
        clock.Advance(TimeSpan.FromHours(1));
        owner = await store.CreateOwnerAsync(Any, None);
        await CompleteAsync(store, owner, 3);
        await store.SaveAsync(owner, Save(Guid.NewGuid()), None);
        Assert.Equal(0, await store.PurgeAsync(TimeSpan.FromHours(2), None));
        Assert.Equal(1200, await store.PurgeAsync(TimeSpan.FromMinutes(30), None));
        Assert.Equal(4L, file.ReadValue("SELECT count(*) FROM workflow_instances"));
        Assert.Equal(3L, file.ReadValue("SELECT count(*) FROM workflow_promoted"));
        Assert.Equal(3, await store.PurgeAsync(TimeSpan.Zero, None));
        Assert.Equal(0L, file.ReadValue("SELECT (SELECT count(*) FROM workflow_promoted) + (SELECT count(*) FROM workflow_bookmark)"));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => store.PurgeAsync(TimeSpan.FromTicks(-1), None));
    }

    [Fact]
    public async Task RenewOwnerAsync_RetentionOver_DeletesCompleted()
    {
        VirtualTimeProvider clock = new();
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(new SqlInstanceStoreOptions
        {
            TimeProvider = clock,
            CompletionAction = InstanceCompletionAction.DeleteNothing,
            CompletedRetention = TimeSpan.FromSeconds(20),
        });
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        await CompleteAsync(store, owner, 5);
        await store.RenewOwnerAsync(owner, None);
        Assert.Equal(5L, file.ReadValue("SELECT count(*) FROM workflow_instances WHERE status = 'Closed'"));
        clock.Advance(TimeSpan.FromSeconds(20));
        await store.RenewOwnerAsync(owner, None);
        Assert.Equal(0L, file.ReadValue("SELECT count(*) FROM workflow_instances"));
    }

    [Fact]
    public async Task SaveAsync_UnchangedBookmark_KeepsTimeOfFirstSave()
    {
        VirtualTimeProvider clock = new();
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(new SqlInstanceStoreOptions { TimeProvider = clock });
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Save(id, bookmarks: ["a", "b"]), None);
        clock.Advance(TimeSpan.FromSeconds(10));
        await store.SaveAsync(owner, Save(id, version: 1, bookmarks: ["b", "c"]), None);
        Assert.Equal(
            ["b 2030-01-01T00:00:00.000Z", "c 2030-01-01T00:00:10.000Z"],
            file.Read("SELECT bookmark_name || ' ' || since FROM workflow_active_bookmarks ORDER BY bookmark_name").Select(row => row[0]));
    }

    [Fact]
    public async Task QueryAsync_BookmarkName_ReturnsEachInstanceOnce()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Guid[] ids = [.. Enumerable.Range(0, 250).Select(_ => Guid.NewGuid())];
        foreach (Guid id in ids)
        {
            await store.SaveAsync(owner, Save(id, bookmarks: ["b", "a", "b"]), None);
        }

        List<Guid> found = [];
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery { BookmarkName = "b", Statuses = [InstanceStatus.Executing] }, None))
        {
            found.Add(summary.InstanceId);
            Assert.Equal(["b", "a", "b"], summary.Bookmarks.Select(bookmark => bookmark.Name));
        }

        Assert.Equal(ids, found);
    }

    [Fact]
    public async Task InstanceId_InDriverCase_IsFound()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Guid id = Guid.Parse("abcdefab-0000-0000-0000-00000000000a");
        await store.SaveAsync(owner, Save(id), None);
        Assert.Equal(1L, file.ReadValue($"SELECT count(*) FROM workflow_instances WHERE instance_id = '{id.ToString().ToUpperInvariant()}'"));
        Assert.Equal(1L, file.ReadValue($"SELECT count(*) FROM workflow_instances WHERE owner_machine = '{Environment.MachineName}'"));
    }

    private static InstanceSave Save(Guid id, long version = 0, byte[]? state = null, bool unlock = false, string[]? bookmarks = null) => new()
    {
        InstanceId = id,
        LockVersion = version,
        State = state ?? [1],
        Status = InstanceStatus.Executing,
        Bookmarks = [.. (bookmarks ?? []).Select(name => new SavedBookmark { Name = name, OwnerDisplayName = "owner" })],
        Unlock = unlock,
    };

    private static Task CompleteAsync(SqlInstanceStore store, InstanceOwner owner, int count) =>
        Task.WhenAll(Enumerable.Range(0, count).Select(number => store.SaveAsync(
            owner,
            new InstanceSave
            {
                InstanceId = Guid.NewGuid(),
                Status = InstanceStatus.Closed,
                Complete = true,
                WriteOnlyValues = new Dictionary<System.Xml.Linq.XName, object?> { ["n"] = number },
            },
            None)));
}
