using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>The server stops and starts while hosts work with it (regression 21).</summary>
public sealed class PostgreSqlOutageTests(RestartablePostgreSqlTestDatabase database) : IClassFixture<RestartablePostgreSqlTestDatabase>
{
    private static CancellationToken None => CancellationToken.None;

    [Fact]
    public async Task Save_WhileTheServerRestarts_IsWrittenOnceOrFails_AndLaterOnesSucceed()
    {
        await using SqlInstanceStore store = new(database.DataSource, new SqlInstanceStoreOptions { RetryDelay = TimeSpan.FromMilliseconds(50), MaxRetries = 100 });
        await store.EnsureSchemaAsync(None);
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);
        HashSet<Guid> written = [];
        TaskCompletionSource hasBegun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using CancellationTokenSource stop = new();
        Task writing = WriteAsync();
        await hasBegun.Task;
        await database.RestartServerAsync();
        Guid last = Guid.NewGuid();
        await SaveAsync(last);
        await stop.CancelAsync();
        await writing;

        HashSet<Guid> saved = [];
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery(), None))
        {
            Assert.True(saved.Add(summary.InstanceId));
        }

        Assert.Superset(written, saved);
        Assert.Contains(last, saved);

        async Task WriteAsync()
        {
            while (!stop.IsCancellationRequested)
            {
                Guid id = Guid.NewGuid();
                try
                {
                    await SaveAsync(id);
                    written.Add(id);
                }
                catch (InstancePersistenceException failure) when (failure.GetType() == typeof(InstancePersistenceException))
                {
                    // The connection broke while the server wrote: nobody knows whether it has.
                }

                hasBegun.TrySetResult();
            }
        }

        Task SaveAsync(Guid id) => store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, State = new byte[100] }, None);
    }
}
