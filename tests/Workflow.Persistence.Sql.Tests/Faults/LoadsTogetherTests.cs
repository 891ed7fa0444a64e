using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>
/// Tests of loads that wait while another load is being sent. The store sends the waiting loads together; the tests check them when the answer is lost, or
/// when one instance cannot be loaded.
/// </summary>
public sealed class LoadsTogetherTests(PostgreSqlTestDatabase database) : WaitingCallTests(database)
{
    private const int Count = 40;

    private readonly Guid[] _ids = [.. Enumerable.Range(0, Count).Select(_ => OneQueue.NewId())],
        _keys = [.. Enumerable.Range(0, Count).Select(_ => OneQueue.NewId())];

    [Fact]
    public async Task LoadAsync_Concurrent_UsesFewRequests()
    {
        SqlInstanceStore store = Store();
        InstanceOwner owner = await SavedAsync(store);
        int requests = 0;
        Task<StoredInstance>[] loads = await LoadAllAsync(store, owner, step =>
        {
            Interlocked.Add(ref requests, step is { Executes: true, IsAnswer: false } ? 1 : 0);
            return Task.FromResult(true);
        });
        StoredInstance[] loaded = await Task.WhenAll(loads);
        Assert.Equal(_ids, loaded.Select(instance => instance.InstanceId));
        Assert.Equal(_keys, loaded.Select(instance => Assert.Single(instance.Keys)));
        Assert.All(loaded, instance => Assert.Equal(2, instance.LockVersion));
        Assert.InRange(requests, 1, Count / 2);
        Assert.Equal(
            (long)Count,
            await Postgres.ReadValueAsync("SELECT count(DISTINCT load_id) FROM workflow.instance WHERE lock_owner IS NOT NULL AND is_unsaved"));
        await Task.WhenAll(_ids.Select(id => store.SaveAsync(owner, OneStoreCall.Save(id, 2), None)));
    }

    [Fact]
    public async Task LoadAsync_AnswerLost_IsRepeated()
    {
        SqlInstanceStore store = Store();
        InstanceOwner owner = await SavedAsync(store);
        int cuts = 0;
        Task<StoredInstance>[] loads = await LoadAllAsync(
            store,
            owner,
            async step => !(await IsAnswerToManyAsync(step) && Interlocked.Increment(ref cuts) == 1));
        StoredInstance[] loaded = await Task.WhenAll(loads);
        Assert.Equal(_ids, loaded.Select(instance => instance.InstanceId));
        Assert.Contains(loaded, instance => instance.LockVersion > 2);
        await Task.WhenAll(loaded.Select(instance => store.SaveAsync(owner, OneStoreCall.Save(instance.InstanceId, instance.LockVersion), None)));
    }

    [Fact]
    public async Task LoadAsync_ConnectionsLost_LeavesNoLock()
    {
        SqlInstanceStore store = Store(retries: 0);
        InstanceOwner owner = await SavedAsync(store);
        int cuts = 0;
        Task<StoredInstance>[] loads = await LoadAllAsync(
            store,
            owner,
            async step => Volatile.Read(ref cuts) == 0 && !await IsAnswerToManyAsync(step) || Interlocked.Increment(ref cuts) == 0);
        foreach (Task<StoredInstance> load in loads.Skip(1))
        {
            await Assert.ThrowsAsync<InstancePersistenceException>(() => load);
        }

        Assert.Equal((long)Count, await LockedAsync());
        Proxy.Passes = LoopbackProxy.All;
        for (int attempt = 0; attempt < 200 && await LockedAsync() is not 1L; attempt++)
        {
            // The first attempts can fail, because connections of the pool have ended.
            await Record.ExceptionAsync(() => store.RenewOwnerAsync(owner, None));
        }

        Assert.Equal(1L, await LockedAsync());
        await store.SaveAsync(owner, OneStoreCall.Save(_ids[0], (await loads[0]).LockVersion), None);
    }

    [Theory]
    [InlineData("definition_id = 77", typeof(SnapshotException))]
    [InlineData("lock_version = 9223372036854775807", typeof(SnapshotException), "ALTER TABLE workflow.instance DROP CONSTRAINT instance_lock_version")]
    [InlineData("state = '\\xff'", typeof(SnapshotException))]
    [InlineData(
        "failures = failures",
        typeof(InstancePersistenceException),
        "ALTER TABLE workflow.instance ALTER COLUMN key_id TYPE integer USING CASE WHEN instance_id = '{0}' THEN 5 END")]
    public async Task LoadAsync_DamagedRow_FailsForThatRowOnly(string damage, Type failure, string? change = null)
    {
        await SavedAsync(Store());
        await Postgres.RunAsync(change?.Replace("{0}", $"{_ids[7]}", StringComparison.Ordinal) ?? "SELECT 1");
        await Postgres.RunAsync($"UPDATE workflow.instance SET {damage} WHERE instance_id = '{_ids[7]}'");

        // Uses a new store, because a connection with statements that were prepared for the previous columns refuses the changed columns. Its first load
        // reads the definitions.
        SqlInstanceStore store = Store();
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);
        StoredInstance known = await store.LoadAsync(owner, InstanceLoad.ById(_ids[1]), None);
        await store.UnlockAsync(owner, InstanceUnlock.Release(known.InstanceId, known.LockVersion), None);
        Task<StoredInstance>[] loads = await LoadAllAsync(store, owner, LoopbackProxy.All);
        Exception? thrown = await Record.ExceptionAsync(() => loads[7]);
        Assert.IsType(failure, thrown);
        for (int i = 0; i < Count; i++)
        {
            if (i != 7)
            {
                Assert.Equal(_ids[i], (await loads[i]).InstanceId);
            }
        }

        // At the latest, the next renewal unlocks an instance that cannot be read.
        await store.RenewOwnerAsync(owner, None);
        Assert.Equal(Count - 1L, await LockedAsync());
    }

    private async Task<bool> IsAnswerToManyAsync(ProxyStep step) => step is { Executes: true, IsAnswer: true } && (long)(await LockedAsync())! > 1;

    private async Task<InstanceOwner> SavedAsync(SqlInstanceStore store)
    {
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);
        await Task.WhenAll(_ids.Select((id, number) => store.SaveAsync(owner, OneStoreCall.Save(id, 0, unlock: true, _keys[number]), None)));
        await ReadDefinitionsAsync(store, owner);
        return owner;
    }

    /// <summary>Loads all instances, every other one by its key. The proxy delays the first load until all other loads wait.</summary>
    private async Task<Task<StoredInstance>[]> LoadAllAsync(SqlInstanceStore store, InstanceOwner owner, Func<ProxyStep, Task<bool>> passes)
    {
        Task<StoredInstance>[] others = [];
        Task<StoredInstance> first = await LoadWhileAsync(store, owner, _ids[0], passes, () => others =
        [
            .. Enumerable.Range(1, Count - 1).Select(
                number => store.LoadAsync(owner, number % 2 == 0 ? InstanceLoad.ById(_ids[number]) : InstanceLoad.ByKey(_keys[number]), None))
        ]);
        return [first, .. others];
    }
}
