using Npgsql;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>Tests of starts that wait while another call is being sent. The store sends them together, except for those with the same key or request.</summary>
public sealed class StartsTogetherTests(PostgreSqlTestDatabase database) : WaitingCallTests(database)
{
    private const int Count = 40;

    private int _requests;

    [Fact]
    public async Task SaveAsync_ConcurrentStarts_UseFewRequests()
    {
        InstanceSave[] starts = [.. Enumerable.Range(0, Count).Select(_ => Start())];
        Task<long>[] saves = await SaveTogetherAsync(starts);
        Assert.All(await Task.WhenAll(saves), version => Assert.Equal(1, version));
        Assert.InRange(_requests, 1, 6);
        Assert.Equal((long)Count, await Postgres.ReadValueAsync(
            "SELECT count(*) FROM workflow.instance i JOIN workflow.instance_key k USING (instance_sid) JOIN workflow.request r USING (instance_id) WHERE r.is_start"));
    }

    [Fact]
    public async Task SaveAsync_ConcurrentCompletedStarts_UseFewRequests()
    {
        InstanceSave[] starts = [.. Enumerable.Range(0, Count).Select(_ => Start(isCompleted: true))];
        await Task.WhenAll(await SaveTogetherAsync(starts));
        Assert.InRange(_requests, 1, 6);
        Assert.Equal((long)Count, await StartedAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task SaveAsync_AnswerOfStartsLost_IsRepeated(bool isCompleted)
    {
        InstanceSave[] starts = [.. Enumerable.Range(0, Count).Select(_ => Start(isCompleted: isCompleted))];
        int cuts = 0;
        Task<long>[] saves = await SaveTogetherAsync(starts, passes: async step =>
        {
            bool isAnswerToMany = step is { Executes: true, IsAnswer: true } && (long)(await StartedAsync())! > 1;
            return !isAnswerToMany || Interlocked.Increment(ref cuts) != 1;
        });
        Assert.All(await Task.WhenAll(saves), version => Assert.Equal(1, version));
        Assert.InRange(cuts, 2, int.MaxValue);
        Assert.Equal((long)Count, await StartedAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task SaveAsync_StartsWithOneKey_OnlyFirstSucceeds(bool isStored)
    {
        Guid key = Guid.NewGuid();
        InstanceSave first = Start(key), second = Start(key);
        Task<long>[] saves = await SaveTogetherAsync([first, second, Start()], isStored ? key : null);
        Assert.Equal(1, await saves[2]);
        InstanceKeyCollisionException failure = await Assert.ThrowsAsync<InstanceKeyCollisionException>(() => saves[1]);
        Assert.Equal(key, failure.Key);
        if (isStored)
        {
            await Assert.ThrowsAsync<InstanceKeyCollisionException>(() => saves[0]);
            return;
        }

        Assert.Equal(1, await saves[0]);
        Assert.Equal(first.InstanceId, failure.ConflictingInstanceId);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task SaveAsync_StartsWithOneRequest_OnlyFirstSucceeds(bool isCompleted)
    {
        Guid request = Guid.NewGuid();
        InstanceSave first = Start(request: request, isCompleted: isCompleted), second = Start(request: request, isCompleted: isCompleted);
        Task<long>[] saves = await SaveTogetherAsync([first, second, Start()]);
        Assert.Equal(1, await saves[0]);
        Assert.Equal(1, await saves[2]);
        InstanceCollisionException failure = await Assert.ThrowsAsync<InstanceCollisionException>(() => saves[1]);
        Assert.Equal(first.InstanceId, failure.InstanceId);
    }

    [Fact]
    public async Task SaveAsync_KeyOfOpenTransaction_FailsForThatStartOnly()
    {
        Guid key = Guid.NewGuid();
        await using SqlInstanceStore other = Postgres.Create(new SqlInstanceStoreOptions(), Source);
        InstanceOwner owner = await other.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        Guid holder = Guid.NewGuid();
        await other.SaveAsync(owner, OneStoreCall.Save(holder, 0), CancellationToken.None);
        await using NpgsqlConnection connection = await Source.OpenConnectionAsync();
        await using NpgsqlTransaction transaction = await connection.BeginTransactionAsync();
        await RunAsync("SELECT set_config('search_path', $1, true)", Postgres.Schema);
        await RunAsync("INSERT INTO instance_key (key_id, instance_sid) SELECT $1, instance_sid FROM instance WHERE instance_id = $2", key, holder);

        Task<long>[] saves = await SaveTogetherAsync([Start(key), Start(), Start()]);
        await transaction.CommitAsync();
        await Assert.ThrowsAsync<InstanceKeyCollisionException>(() => saves[0]);
        Assert.Equal(1, await saves[1]);
        Assert.Equal(1, await saves[2]);

        async Task RunAsync(string text, params object[] values)
        {
            await using NpgsqlCommand command = new(text, connection, transaction);
            foreach (object value in values)
            {
                command.Parameters.Add(new() { Value = value });
            }

            await command.ExecuteNonQueryAsync();
        }
    }

    private Task<object?> StartedAsync() => Postgres.ReadValueAsync("SELECT count(*) FROM workflow.request WHERE is_start");

    private static InstanceSave Start(Guid? key = null, Guid? request = null, bool isCompleted = false) => new()
    {
        InstanceId = OneQueue.NewId(),
        Status = isCompleted ? InstanceStatus.Closed : InstanceStatus.Idle,
        Complete = isCompleted,
        KeysAdded = isCompleted ? [] : [key ?? Guid.NewGuid()],
        RequestId = request ?? Guid.NewGuid(),
    };

    /// <summary>Saves instances while a load is delayed, so that all saves wait in one queue. Counts the requests to the server.</summary>
    private async Task<Task<long>[]> SaveTogetherAsync(InstanceSave[] starts, Guid? storedKey = null, Func<ProxyStep, Task<bool>>? passes = null)
    {
        SqlInstanceStore store = Store();
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        Guid loaded = OneQueue.NewId();
        await store.SaveAsync(owner, OneStoreCall.Save(loaded, 0, unlock: true, storedKey), CancellationToken.None);
        await ReadDefinitionsAsync(store, owner);
        Task<long>[] saves = [];
        await await LoadWhileAsync(
            store,
            owner,
            loaded,
            step =>
            {
                Interlocked.Add(ref _requests, step is { Executes: true, IsAnswer: false } ? 1 : 0);
                return passes is null ? Task.FromResult(true) : passes(step);
            },
            () => saves = [.. starts.Select(start => store.SaveAsync(owner, start, CancellationToken.None))]);
        return saves;
    }
}
