using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>
/// Tests of loads and saves that wait at the same time. The store sends them in one transaction; the tests check each of them when another one fails.
/// </summary>
public sealed class LoadsBesideSavesTests(PostgreSqlTestDatabase database) : WaitingCallTests(database)
{
    private const int Count = 20;

    private readonly Guid[] _free = [.. Enumerable.Range(0, Count).Select(_ => OneQueue.NewId())],
        _held = [.. Enumerable.Range(0, Count).Select(_ => OneQueue.NewId())];

    [Fact]
    public async Task Calls_WaitingTogether_ShareOneTransaction()
    {
        SqlInstanceStore store = Store();
        InstanceOwner owner = await PreparedAsync(store);
        (Task<StoredInstance>[] loads, Task<long>[] saves) = await CallAllAsync(store, owner, _ => 1, LoopbackProxy.All);
        Assert.Equal(_free, (await Task.WhenAll(loads)).Select(instance => instance.InstanceId));
        Assert.All(await Task.WhenAll(saves), version => Assert.Equal(1, version));
        Assert.Equal(1L, await Postgres.ReadValueAsync($"SELECT count(DISTINCT xmin::text) FROM workflow.instance WHERE instance_id <> '{_free[0]}'"));
        Assert.Equal(2L * Count, await LockedAsync());
    }

    [Fact]
    public async Task SaveAsync_Refused_KeepsLoads()
    {
        SqlInstanceStore store = Store();
        InstanceOwner owner = await PreparedAsync(store);
        (Task<StoredInstance>[] loads, Task<long>[] saves) = await CallAllAsync(store, owner, number => number == 3 ? 7 : 1, LoopbackProxy.All);
        await Assert.ThrowsAsync<InstanceLockLostException>(() => saves[3]);
        Assert.All(await Task.WhenAll(saves.Where((_, number) => number != 3)), version => Assert.Equal(1, version));
        foreach (StoredInstance loaded in await Task.WhenAll(loads))
        {
            await store.SaveAsync(owner, OneStoreCall.Save(loaded.InstanceId, loaded.LockVersion), None);
        }
    }

    [Fact]
    public async Task SaveAsync_RefusedAndAnswerLost_KeepsLoads()
    {
        SqlInstanceStore store = Store(retries: 0);
        InstanceOwner owner = await PreparedAsync(store);
        int cuts = 0;
        (Task<StoredInstance>[] loads, Task<long>[] saves) = await CallAllAsync(
            store,
            owner,
            number => number == 3 ? 7 : 1,
            async step => !(step is { Executes: true, IsAnswer: false } && (long)(await LockedAsync())! == 2 * Count && Interlocked.Increment(ref cuts) == 1));

        // The loads are committed before the store asks for the reason of the unchanged row, and the answer to that question is lost.
        foreach (StoredInstance loaded in await Task.WhenAll(loads))
        {
            Assert.Equal(2, loaded.LockVersion);
        }

        await Assert.ThrowsAsync<InstanceLockLostException>(() => saves[3]);
        Assert.InRange(cuts, 1, int.MaxValue);
        Proxy.Passes = LoopbackProxy.All;
        await store.RenewOwnerAsync(owner, None);
        Assert.Equal(2L * Count, await LockedAsync());
        Assert.Equal((long)Count, await Postgres.ReadValueAsync("SELECT count(*) FROM workflow.instance WHERE lock_version = 2 AND is_unsaved"));
    }

    [Fact]
    public async Task Calls_AnswerLost_TakeEffectOnce()
    {
        SqlInstanceStore store = Store();
        InstanceOwner owner = await PreparedAsync(store);
        int cuts = 0;
        (Task<StoredInstance>[] loads, Task<long>[] saves) = await CallAllAsync(
            store,
            owner,
            _ => 1,
            async step => !(step is { Executes: true, IsAnswer: true } && (long)(await LockedAsync())! == 2 * Count && Interlocked.Increment(ref cuts) == 1));
        Assert.All(await Task.WhenAll(saves), version => Assert.Equal(1, version));
        foreach (StoredInstance loaded in await Task.WhenAll(loads))
        {
            await store.SaveAsync(owner, OneStoreCall.Save(loaded.InstanceId, loaded.LockVersion), None);
        }

        Assert.InRange(cuts, 1, int.MaxValue);
        Assert.Equal(2L * Count, await LockedAsync());
        Assert.Equal((long)Count, await Postgres.ReadValueAsync("SELECT count(*) FROM workflow.instance WHERE lock_version = 1 AND state = '\\x01'"));
    }

    [Fact]
    public async Task SaveAsync_WithKeys_AlternatesWithLoads()
    {
        SqlInstanceStore store = Store();
        InstanceOwner owner = await PreparedAsync(store);
        Guid[] others = [.. Enumerable.Range(0, Count).Select(_ => OneQueue.NewId())];
        await Task.WhenAll(others.Select(id => store.SaveAsync(owner, OneStoreCall.Save(id, 0), None)));
        int requests = 0;
        Task<long>[] keyed = [];
        (Task<StoredInstance>[] loads, _) = await CallAllAsync(
            store,
            owner,
            _ => 1,
            step =>
            {
                Interlocked.Add(ref requests, step is { Executes: true, IsAnswer: false } ? 1 : 0);
                return Task.FromResult(true);
            },
            () => keyed =
            [
                .. others.Select(id => store.SaveAsync(owner, OneStoreCall.Save(id, 1, unlock: true, Guid.NewGuid()), None))
            ]);
        await Task.WhenAll(loads);
        int requestsOfLoads = Volatile.Read(ref requests);
        await Task.WhenAll(keyed);

        // The store sends the first load, one save that is written alone, and then all other calls in one batch, whose answer may come a little later.
        Assert.InRange(requestsOfLoads, 2, 6);
        Assert.InRange(requests, Count + 1, Count + 6);
    }

    private async Task<InstanceOwner> PreparedAsync(SqlInstanceStore store)
    {
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);
        foreach ((Guid[] ids, bool unlock) in new[] { (_free, true), (_held, false) })
        {
            await Task.WhenAll(ids.Select(id => store.SaveAsync(owner, OneStoreCall.Save(id, 0, unlock), None)));
        }
        await ReadDefinitionsAsync(store, owner);
        return owner;
    }

    /// <summary>
    /// Loads the free instances and saves the held instances. The proxy delays the first load until all other calls wait, so that the store sends these
    /// calls together.
    /// </summary>
    private async Task<(Task<StoredInstance>[] Loads, Task<long>[] Saves)> CallAllAsync(
        SqlInstanceStore store, InstanceOwner owner, Func<int, long> versionOf, Func<ProxyStep, Task<bool>> passes, Action? before = null)
    {
        Task<StoredInstance>[] loads = [];
        Task<long>[] saves = [];
        Task<StoredInstance> first = await LoadWhileAsync(store, owner, _free[0], passes, () =>
        {
            before?.Invoke();
            loads = [.. _free.Skip(1).Select(id => store.LoadAsync(owner, InstanceLoad.ById(id), None))];
            saves = [.. _held.Select((id, number) => store.SaveAsync(owner, OneStoreCall.Save(id, versionOf(number)), None))];
        });
        return ([first, .. loads], saves);
    }
}
