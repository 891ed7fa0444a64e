using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>
/// The base class of tests with a store on PostgreSQL whose first load is delayed until other calls wait, so that the store sends these together.
/// </summary>
public abstract class WaitingCallTests(PostgreSqlTestDatabase database) : ProxiedPostgreSqlTests(database)
{
    private protected SqlInstanceStore Store(int retries = 5) =>
        Postgres.Create(new SqlInstanceStoreOptions { MaxRetryAttempts = retries, RetryDelay = TimeSpan.Zero }, Source);

    private protected Task<object?> LockedAsync() => Postgres.ReadValueAsync("SELECT count(*) FROM workflow.instance WHERE lock_owner IS NOT NULL");

    /// <summary>Makes a first load, which reads the definitions, so that the requests for definitions are not counted by a test.</summary>
    private protected async Task ReadDefinitionsAsync(SqlInstanceStore store, InstanceOwner owner)
    {
        Guid other = Guid.NewGuid();
        await store.SaveAsync(owner, OneStoreCall.Save(other, 0, unlock: true), None);
        await store.LoadAsync(owner, InstanceLoad.ById(other), None);
        await Postgres.RunAsync($"DELETE FROM workflow.instance WHERE instance_id = '{other}'");
    }

    /// <summary>Loads an instance, and makes other calls while the load is delayed.</summary>
    private protected async Task<Task<StoredInstance>> LoadWhileAsync(
        SqlInstanceStore store,
        InstanceOwner owner,
        Guid id,
        Func<ProxyStep, Task<bool>> passes,
        Action others)
    {
        TaskCompletionSource isUnderway = new(TaskCreationOptions.RunContinuationsAsynchronously),
            allWait = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Proxy.Passes = async step =>
        {
            isUnderway.TrySetResult();
            await allWait.Task;
            return await passes(step);
        };
        Task<StoredInstance> first = store.LoadAsync(owner, InstanceLoad.ById(id), None);
        await isUnderway.Task.WaitAsync(HangGuard.Limit);
        others();
        allWait.SetResult();
        return first;
    }
}
