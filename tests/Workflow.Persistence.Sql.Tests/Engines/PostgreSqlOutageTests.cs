using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Tests of a server that restarts while a host uses it (regression 21).</summary>
public sealed class PostgreSqlOutageTests(RestartablePostgreSqlTestDatabase database) : IClassFixture<RestartablePostgreSqlTestDatabase>
{
    private static CancellationToken None => CancellationToken.None;

    [Fact]
    public async Task SaveAsync_ServerRestarts_WritesOnceOrThrows()
    {
        await using SqlInstanceStore store = new(
            database.DataSource,
            new SqlInstanceStoreOptions { RetryDelay = TimeSpan.FromMilliseconds(50), MaxRetryAttempts = 100 });
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
                    // The connection broke during the write, so that the result of the write is unknown.
                }

                hasBegun.TrySetResult();
            }
        }

        Task SaveAsync(Guid id) => store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, State = new byte[100] }, None);
    }
}
