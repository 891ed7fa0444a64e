using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>
/// Ends connections at each step of each call: before the server receives a request, and after the server has executed it, so that the answer is lost.
/// </summary>
public sealed class LostAnswerTests(PostgreSqlTestDatabase database) : ProxiedPostgreSqlTests(database)
{
    private const string Rows =
        """
        SELECT i.status, o.owner_id IS NOT NULL, i.is_unsaved, i.failures, i.is_suspended, i.completed IS NOT NULL, i.state,
            (SELECT string_agg(b.name, ',') FROM workflow.bookmark b WHERE b.instance_sid = i.instance_sid),
            (SELECT count(*) FROM workflow.instance_key k WHERE k.instance_sid = i.instance_sid),
            i.inbox, i.inbox_idle, (SELECT count(*) FROM workflow.message m WHERE m.instance_sid = i.instance_sid)
        FROM workflow.instance i LEFT JOIN workflow.owner o ON o.owner_sid = i.lock_owner
        """;

    private static readonly InstanceOwnerOptions Any = new() { Filter = WorkflowIdentityFilter.Any };

    [Theory]
    [InlineData(StoreCallKind.FirstSave)]
    [InlineData(StoreCallKind.LaterSave)]
    [InlineData(StoreCallKind.Completion)]
    [InlineData(StoreCallKind.Unlock)]
    [InlineData(StoreCallKind.UnlockFailed)]
    [InlineData(StoreCallKind.Load)]
    [InlineData(StoreCallKind.LoadByKey)]
    [InlineData(StoreCallKind.LoadRunnable)]
    [InlineData(StoreCallKind.Renew)]
    [InlineData(StoreCallKind.DeleteOwner)]
    [InlineData(StoreCallKind.Purge)]
    [InlineData(StoreCallKind.Start)]
    [InlineData(StoreCallKind.CompletedStart)]
    [InlineData(StoreCallKind.Send)]
    [InlineData(StoreCallKind.SendByKey)]
    [InlineData(StoreCallKind.SendWithRequest)]
    [InlineData(StoreCallKind.ConsumingSave)]
    [InlineData(StoreCallKind.Suspend)]
    [InlineData(StoreCallKind.Receive)]
    public async Task Call_ConnectionEndsAtAnyStep_TakesEffectOnce(StoreCallKind kind)
    {
        // With DeleteAll, the store keeps only the request of an instance that completes with its first save.
        SqlInstanceStore store = Store(
            retries: 5,
            kind == StoreCallKind.CompletedStart ? InstanceCompletionAction.DeleteAll : InstanceCompletionAction.DeleteNothing);
        await new LostAnswers(Postgres, Proxy, store, Rows).AssertOneEffectAsync(kind);
    }

    /// <summary>
    /// The store does not know the result of the load until the server can be reached again. Then the next renewal, or the next load, releases the lock.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task LoadAsync_ServerLost_LeavesNoLock(bool renews)
    {
        SqlInstanceStore store = Store(retries: 0), other = Postgres.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None), another = await other.CreateOwnerAsync(Any, None);
        Guid id = await SavedAsync(store, owner);
        await store.UnlockAsync(owner, InstanceUnlock.Release(id, (await store.LoadAsync(owner, InstanceLoad.ById(id), None)).LockVersion), None);
        // The load may open a new connection. The answers to the requests that open a connection are forwarded, because they come before the lock.
        Proxy.Passes = async step => !(step is { Executes: true, IsAnswer: true } && await IsLockedAsync());
        await Assert.ThrowsAsync<InstancePersistenceException>(() => store.LoadAsync(owner, InstanceLoad.ById(id), None));
        Proxy.Passes = LoopbackProxy.All;
        await Assert.ThrowsAsync<InstanceLockedException>(() => other.LoadAsync(another, InstanceLoad.ById(id), None));
        if (renews)
        {
            await UntilAsync(() => store.RenewOwnerAsync(owner, None));
            Assert.Equal(id, (await other.LoadAsync(another, InstanceLoad.ById(id), None)).InstanceId);
        }
        else
        {
            StoredInstance? loaded = null;
            await UntilAsync(async () => loaded = await store.LoadAsync(owner, InstanceLoad.ById(id), None));
            await store.SaveAsync(owner, OneStoreCall.Save(id, loaded!.LockVersion), None);
        }
    }

    /// <summary>The caller has canceled the load, and the unlock that the store then makes fails, too.</summary>
    [Fact]
    public async Task LoadAsync_CanceledAndServerLost_LeavesNoLock()
    {
        SqlInstanceStore store = Store(retries: 0), other = Postgres.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None), another = await other.CreateOwnerAsync(Any, None);
        Guid id = await SavedAsync(store, owner);
        await store.UnlockAsync(owner, InstanceUnlock.Release(id, (await store.LoadAsync(owner, InstanceLoad.ById(id), None)).LockVersion), None);
        using CancellationTokenSource cancel = new();
        TaskCompletionSource isCanceled = new(), hasFailed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Proxy.Passes = async step =>
        {
            if (isCanceled.Task.IsCompleted)
            {
                hasFailed.TrySetResult();
                return false;
            }

            if (step is { Executes: true, IsAnswer: true } && await IsLockedAsync())
            {
                await cancel.CancelAsync();
                await isCanceled.Task;
            }

            return true;
        };
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => store.LoadAsync(owner, InstanceLoad.ById(id), cancel.Token));
        isCanceled.SetResult();
        await hasFailed.Task.WaitAsync(HangGuard.Limit);
        Assert.True(await IsLockedAsync());
        Proxy.Passes = LoopbackProxy.All;

        // The store may not yet know that its unlock has failed when it makes the first attempt. The next renewal releases the lock.
        await UntilAsync(async () =>
        {
            await store.RenewOwnerAsync(owner, None);
            Assert.Equal(id, (await other.LoadAsync(another, InstanceLoad.ById(id), None)).InstanceId);
        });
    }

    /// <summary>
    /// If the answer to a first save is lost and another host takes the instance, the first host must not continue the instance: it would run twice.
    /// </summary>
    [Fact]
    public async Task SaveAsync_AnswerLostAndInstanceTaken_ThrowsLockLost()
    {
        SqlInstanceStore store = Store(retries: 5), other = Postgres.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None), another = await other.CreateOwnerAsync(Any, None);
        await SavedAsync(store, owner);
        Guid id = Guid.NewGuid();
        TaskCompletionSource isCut = new(TaskCreationOptions.RunContinuationsAsynchronously), isTaken = new();
        Proxy.Passes = async step =>
        {
            if (isCut.Task.IsCompleted)
            {
                // Delays the next attempt until the other host holds the instance.
                await isTaken.Task;
                return true;
            }

            bool isSaved = step is { Executes: true, IsAnswer: true } && await Postgres.ReadValueAsync("SELECT count(*) FROM workflow.instance") is 2L;
            return !(isSaved && isCut.TrySetResult());
        };
        Task<long> saving = store.SaveAsync(owner, OneStoreCall.Save(id, 0, unlock: true), None);
        await isCut.Task.WaitAsync(HangGuard.Limit);
        StoredInstance taken = await other.LoadAsync(another, InstanceLoad.ById(id), None);
        isTaken.SetResult();
        await Assert.ThrowsAsync<InstanceLockLostException>(() => saving);
        await other.SaveAsync(another, OneStoreCall.Save(id, taken.LockVersion), None);
    }

    /// <summary>Repeats an action, because single attempts can fail on ended connections of the pool.</summary>
    private static async Task UntilAsync(Func<Task> action)
    {
        for (int attempt = 0; ; attempt++)
        {
            try
            {
                await action();
                return;
            }
            catch (InstancePersistenceException) when (attempt < 200)
            {
                await Task.Yield();
            }
        }
    }

    private SqlInstanceStore Store(int retries, InstanceCompletionAction completion = InstanceCompletionAction.DeleteNothing) =>
        Postgres.Create(new SqlInstanceStoreOptions { MaxRetryAttempts = retries, RetryDelay = TimeSpan.Zero, CompletionAction = completion }, Source);

    private async Task<bool> IsLockedAsync() => await Postgres.ReadValueAsync("SELECT lock_owner FROM workflow.instance") is not null;

    private static async Task<Guid> SavedAsync(SqlInstanceStore store, InstanceOwner owner)
    {
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, OneStoreCall.Save(id, 0, unlock: true), None);
        return id;
    }
}
