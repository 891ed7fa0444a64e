using System.Globalization;
using System.Xml.Linq;
using Npgsql;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Testing;

namespace Workflow.Persistence.Sql.Tests.Querying;

/// <summary>
/// No call may read a whole table that grows with the number of instances. The tests check the plans that the server has really used, by the numbers of
/// rows that the server has read. They run with statistics of the tables, without statistics (as shortly after a table was filled), and with plans that
/// were created while the tables were empty.
/// </summary>
public sealed class PostgreSqlQueryPlanTests(PostgreSqlTestDatabase database) : IClassFixture<PostgreSqlTestDatabase>
{
    private const int Instances = 20_000;

    private const string DeleteAll =
        "DELETE FROM workflow.instance; DELETE FROM workflow.bookmark; DELETE FROM workflow.instance_key; DELETE FROM workflow.promoted; DELETE FROM workflow.message; DELETE FROM workflow.request";

    private static readonly string[] ViewQueries =
    [
        "SELECT instance_id, since FROM workflow.active_bookmarks WHERE bookmark_name = 'b77' ORDER BY since",
        "SELECT instance_id FROM workflow.promoted_properties WHERE promotion = 'P' AND name = 'n' AND number_value BETWEEN 5 AND 7",
        "SELECT instance_id FROM workflow.promoted_properties WHERE promotion = 'P' AND name = 't' AND text_value = 't9'",
        "SELECT * FROM workflow.instances WHERE instance_id = '01234567-89ab-cdef-0123-456789abcdef'",
        "SELECT * FROM workflow.messages WHERE instance_id = '01234567-89ab-cdef-0123-456789abcdef' ORDER BY sequence",
        "SELECT i.* FROM workflow.promoted_properties p JOIN workflow.instances i USING (instance_id) WHERE p.promotion = 'P' AND p.name = 'n' AND p.number_value > 19990",
    ];

    private static readonly SavedBookmark Bookmark = new() { Name = "b77", OwnerDisplayName = "B" };

    /// <summary>The clock of the stores, which search for locks without an owner once in a period. Leases end by the clock of the server.</summary>
    private readonly VirtualTimeProvider _clock = new();

    private static CancellationToken None => CancellationToken.None;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Calls_ManyInstances_ReadFewRows(bool hasStatistics)
    {
        await FillAsync(hasStatistics);
        Dictionary<string, long> before = await RowsReadAsync();
        await using (NpgsqlDataSource source = NpgsqlDataSource.Create(database.ConnectionString))
        {
            await using SqlInstanceStore store = new(source, Options(InstanceCompletionAction.DeleteAll)),
                keeping = new(source, Options(InstanceCompletionAction.DeleteNothing));

            await ChangeManyBookmarksAsync(store);

            // After five executions of a prepared statement, the server can change to a generic plan.
            for (int i = 0; i < 6; i++)
            {
                await CallAllAsync(store, keeping);
                await QueryAsync(store);
            }
        }

        await AssertFewRowsAsync(before, Instances);
        if (hasStatistics)
        {
            await AssertViewsUseAnIndexAsync();
        }
    }

    /// <summary>
    /// If all instances have completed, a vacuum leaves tables without pages. For such tables, all indexes cost the same, and the plans remain until the
    /// tables have new statistics.
    /// </summary>
    [Fact]
    public async Task Calls_PlansOfEmptyTables_ReadFewRows()
    {
        await CreateAsync();
        Dictionary<string, long> before = await RowsReadAsync();
        await using (NpgsqlDataSource source = NpgsqlDataSource.Create(database.ConnectionString))
        {
            await using SqlInstanceStore store = new(source, Options(InstanceCompletionAction.DeleteAll)),
                keeping = new(source, Options(InstanceCompletionAction.DeleteNothing));

            // Enough rounds for a generic plan of each statement. Each vacuum invalidates the plans, so that the last round creates them for empty tables.
            for (int i = 0; i < 8; i++)
            {
                await EmptyAsync();
                await CallAllAsync(store, keeping);
                await QueryAsync(store);
            }

            await AddInstancesAsync(2 * Instances);
            for (int i = 0; i < 4; i++)
            {
                await CallAllAsync(store, keeping);
                await QueryAsync(store);
            }
        }

        // While the tables are empty, calls may scan the few rows of other calls: up to 23,000 in all. One scan of the full table adds 40,000.
        await AssertFewRowsAsync(before, 3 * Instances / 2);
    }

    /// <summary>Checks that the views use indexes, and that the checks detect a statement that needs a scan.</summary>
    private async Task AssertViewsUseAnIndexAsync()
    {
        foreach (string query in ViewQueries)
        {
            Assert.DoesNotContain(await ReadAsync<string>("EXPLAIN " + query), IsScan);
        }

        Dictionary<string, long> before = await RowsReadAsync();
        Assert.Contains(await ReadAsync<string>("EXPLAIN ANALYZE SELECT * FROM workflow.instance WHERE last_failure = 'x'"), IsScan);
        Assert.InRange((await RowsReadAsync())["instance"] - before["instance"], Instances, long.MaxValue);
    }

    private static bool IsScan(string step) =>
        step.Contains("Seq Scan on instance", StringComparison.Ordinal)
        || step.Contains("Seq Scan on bookmark", StringComparison.Ordinal)
        || step.Contains("Seq Scan on promoted", StringComparison.Ordinal)
        || step.Contains("Seq Scan on message", StringComparison.Ordinal);

    private SqlInstanceStoreOptions Options(InstanceCompletionAction completion) =>
        new() { CompletionAction = completion, TimeProvider = _clock, Promotions = { ["P"] = new() { Texts = { "t" }, Numbers = { "n" } } } };

    private async Task CallAllAsync(SqlInstanceStore store, SqlInstanceStore keeping)
    {
        InstanceOwner owner = await OwnerAsync(store), gone = await OwnerAsync(store);
        Guid id = Guid.NewGuid(), key = Guid.NewGuid();
        Guid[] others = [.. Enumerable.Range(0, 50).Select(_ => Guid.NewGuid())];
        await Task.WhenAll(others.Append(id).Select(other => store.SaveAsync(owner, Save(other, 0, other == id ? [key] : [], unlock: true), None)));
        await Task.WhenAll(others.Select(other => store.LoadAsync(owner, InstanceLoad.ById(other), None)));
        await Task.WhenAll(others.Select(other => store.SaveAsync(owner, Save(other, 2, [], "new"), None)));
        await Task.WhenAll(others.Select((other, number) => number % 2 == 0
            ? store.UnlockAsync(owner, InstanceUnlock.Release(other, 2), None)
            : store.SaveAsync(owner, new InstanceSave { InstanceId = other, LockVersion = 2, Status = InstanceStatus.Closed, Complete = true }, None)));

        await SendAsync(store, owner, others[..10], key);
        StoredInstance loaded = await store.LoadAsync(owner, InstanceLoad.ByKey(key), None);
        await Assert.ThrowsAsync<InstanceLockedException>(() => store.LoadAsync(owner, InstanceLoad.ById(id), None));
        await Assert.ThrowsAsync<InstanceLockLostException>(() => store.SaveAsync(owner, Save(id, 77, []), None));
        await store.UnlockAsync(owner, InstanceUnlock.Failure(id, loaded.LockVersion, "failed"), None);
        Assert.True(await store.ContinueAsync(id, None));
        await store.WaitForRunnableAsync(owner, None);
        loaded = (await store.TryLoadRunnableAsync(owner, default, None))!;
        Assert.Equal(id, loaded.InstanceId);
        await keeping.SaveAsync(
            owner,
            new InstanceSave { InstanceId = id, LockVersion = loaded.LockVersion, Status = InstanceStatus.Closed, Complete = true },
            None);
        Assert.Equal(1, await keeping.PurgeAsync(TimeSpan.Zero, None));

        // An owner whose lease has expired, and a lock whose owner has no row.
        Guid[] held = [Guid.NewGuid(), Guid.NewGuid()];
        await Task.WhenAll(held.Select(instance => store.SaveAsync(gone, Save(instance, 0, []), None)));
        await RunAsync(
            $"UPDATE workflow.owner SET lease_until = now() WHERE owner_id = '{gone.Id}'; UPDATE workflow.instance SET lock_owner = 471100 WHERE instance_id = '{held[1]}'");
        _clock.Advance(TimeSpan.FromHours(1));
        await store.RenewOwnerAsync(owner, None);
        StoredInstance first = (await store.TryLoadRunnableAsync(owner, default, None))!, second = (await store.TryLoadRunnableAsync(owner, default, None))!;
        Assert.Equal(held.Order(), new[] { first.InstanceId, second.InstanceId }.Order());
        await store.DeleteOwnerAsync(owner, None);
        await RunAsync(
            """
            SET enable_seqscan = off;
            DELETE FROM workflow.instance WHERE lock_owner IS NOT NULL;
            DELETE FROM workflow.instance WHERE definition_id = 0 AND runnable_at < now() + interval '1 hour';
            """);
    }

    /// <summary>The store searches the time of the first save of each bookmark by the name and the instance, not among all bookmarks of the instance.</summary>
    private static async Task ChangeManyBookmarksAsync(SqlInstanceStore store)
    {
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        foreach (int first in new[] { 0, 1 })
        {
            await store.SaveAsync(
                owner,
                new InstanceSave
                {
                    InstanceId = id,
                    LockVersion = first,
                    Status = InstanceStatus.Idle,
                    Bookmarks = [.. Enumerable.Range(first, 500).Select(number => new SavedBookmark { Name = $"all {number}", OwnerDisplayName = "B" })],
                },
                None);
        }

        await store.SaveAsync(owner, new InstanceSave { InstanceId = id, LockVersion = 1, Status = InstanceStatus.Closed, Complete = true }, None);
        await store.DeleteOwnerAsync(owner, None);
    }

    /// <summary>Sends messages to instances, some of which complete, and one to a key. Some of the messages are consumed.</summary>
    private static async Task SendAsync(SqlInstanceStore store, InstanceOwner owner, Guid[] ids, Guid key)
    {
        Guid held = Guid.NewGuid(), request = Guid.NewGuid();
        await store.SaveAsync(owner, new InstanceSave { InstanceId = held, Status = InstanceStatus.Idle, RequestId = request }, None);
        foreach (Guid id in ids.Where((_, number) => number % 2 == 0))
        {
            await store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "none", RequestId = request }, None);
        }

        MessageReceipt toKey = await store.SendAsync(new InstanceMessage { Key = key, BookmarkName = "none" }, None);
        Assert.True(await store.WithdrawAsync(toKey.InstanceId, toKey.Sequence, None));
        MessageReceipt first = await store.SendAsync(new InstanceMessage { InstanceId = held, BookmarkName = "b77" }, None);
        await store.SendAsync(new InstanceMessage { InstanceId = held, BookmarkName = "b77" }, None);
        Assert.Equal(held, Assert.Single(await store.WaitForMessagesAsync(owner, null, None)));
        Assert.Equal(2, (await store.ReceiveAsync(owner, new MessageQuery(held, 10), None)).Count);
        await store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = held, LockVersion = 1, Status = InstanceStatus.Idle, MessagesConsumed = [first.Sequence], PendingMessageCount = 1 },
            None);
        await store.SaveAsync(owner, new InstanceSave { InstanceId = held, LockVersion = 1, Status = InstanceStatus.Closed, Complete = true }, None);
        await store.RenewOwnerAsync(owner, None);
    }

    private static async Task QueryAsync(SqlInstanceStore store)
    {
        foreach (InstanceQuery query in new InstanceQuery[]
        {
            new() { BookmarkName = "b77" }, new() { InstanceIds = [Guid.NewGuid()] }, new() { IsSuspended = true }, new() { Key = Guid.NewGuid() },
            new() { BookmarkName = "b77", Statuses = [InstanceStatus.Idle] }, new() { MaxCount = 10 },
            new() { Statuses = [InstanceStatus.Idle], MaxCount = 10 }, new() { BookmarkName = "all", MaxCount = 10 },
        })
        {
            await foreach (InstanceSummary summary in store.QueryAsync(query, None))
            {
                Assert.NotEqual(Guid.Empty, summary.InstanceId);
            }
        }
    }

    private static Task<InstanceOwner> OwnerAsync(SqlInstanceStore store) =>
        store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any, MaxFailures = 1 }, None);

    private static InstanceSave Save(Guid id, long lockVersion, Guid[] keys, string bookmark = "b77", bool unlock = false) => new()
    {
        InstanceId = id,
        LockVersion = lockVersion,
        Status = InstanceStatus.Idle,
        State = new byte[100],
        Bookmarks = [Bookmark, new SavedBookmark { Name = bookmark, OwnerDisplayName = "C" }],
        WriteOnlyValues = new Dictionary<XName, object?> { ["t"] = bookmark, ["n"] = 7 },
        KeysAdded = keys,
        Unlock = unlock,
    };

    /// <summary>Asserts that all calls together have read fewer rows of each table than a limit, which is below what one scan reads.</summary>
    private async Task AssertFewRowsAsync(Dictionary<string, long> before, int limit)
    {
        Dictionary<string, long> after = await RowsReadAsync();
        Assert.Equal(["bookmark", "instance", "instance_key", "message", "promoted", "request"], after.Keys.Order());
        Assert.All(
            after,
            table => Assert.True(
                table.Value - before[table.Key] < limit,
                $"The calls have read {table.Value - before[table.Key]} rows of the table '{table.Key}'."));
    }

    /// <summary>
    /// Deletes all rows and frees the pages of the tables. Repeats the vacuum, because a vacuum cannot free the pages while another session, such as an
    /// analysis by the server itself, may see the rows.
    /// </summary>
    private async Task EmptyAsync()
    {
        await RunAsync(DeleteAll);
        do
        {
            await RunAsync(
                "VACUUM (ANALYZE) workflow.instance, workflow.bookmark, workflow.instance_key, workflow.promoted, workflow.message, workflow.request");
        }
        while ((await ReadAsync<long>(
            "SELECT sum(pg_relation_size(relid))::bigint FROM pg_stat_user_tables WHERE relname IN ('instance', 'bookmark', 'instance_key', 'promoted', 'message')"))[0] > 0);
    }

    private async Task FillAsync(bool hasStatistics)
    {
        await CreateAsync();
        await AddInstancesAsync(Instances);
        if (hasStatistics)
        {
            await RunAsync("ANALYZE");
        }
    }

    private async Task CreateAsync()
    {
        await using NpgsqlDataSource source = NpgsqlDataSource.Create(database.ConnectionString);
        await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions());
        await RunAsync("DROP SCHEMA IF EXISTS workflow CASCADE");
        await store.EnsureSchemaAsync(None);
        await RunAsync("""
            ALTER TABLE workflow.instance SET (autovacuum_enabled = false);
            ALTER TABLE workflow.bookmark SET (autovacuum_enabled = false);
            ALTER TABLE workflow.instance_key SET (autovacuum_enabled = false);
            ALTER TABLE workflow.promoted SET (autovacuum_enabled = false);
            ALTER TABLE workflow.message SET (autovacuum_enabled = false);
            ALTER TABLE workflow.request SET (autovacuum_enabled = false);
            """);
    }

    /// <summary>Adds waiting instances, each with two bookmarks, a key, two promoted values, a message and a request.</summary>
    private Task AddInstancesAsync(int count) => RunAsync(
        $"""
        {DeleteAll};
        ALTER SEQUENCE workflow.instance_number RESTART;
        INSERT INTO workflow.instance (instance_id, definition_id, status, lock_version, turn, created, updated, due, runnable_at, encoding, state_size, state_check, state)
            SELECT gen_random_uuid(), 0, 1, 1, i, now(), now(), now() + i * interval '1 day', now() + i * interval '1 day', 0, 0, 0, '' FROM generate_series(1, {count}) i;
        INSERT INTO workflow.bookmark SELECT i, 0, 'b' || (i % 1000), 'B', NULL, now() FROM generate_series(1, {count}) i;
        INSERT INTO workflow.bookmark SELECT i, 1, 'all', 'B', NULL, now() FROM generate_series(1, {count}) i;
        INSERT INTO workflow.instance_key SELECT gen_random_uuid(), i FROM generate_series(1, {count}) i;
        INSERT INTO workflow.promoted (instance_sid, promotion, name, is_initial, number_value) SELECT i, 'P', 'n', false, i FROM generate_series(1, {count}) i;
        INSERT INTO workflow.promoted (instance_sid, promotion, name, is_initial, text_value) SELECT i, 'P', 't', false, 't' || i FROM generate_series(1, {count}) i;
        INSERT INTO workflow.message (instance_sid, kind, bookmark_name, received, content) SELECT i, 0, 'b', now(), '' FROM generate_series(1, {count}) i;
        INSERT INTO workflow.request (request_id, is_start, instance_id, sequence, at) SELECT gen_random_uuid(), false, gen_random_uuid(), i, now() FROM generate_series(1, {count}) i;
        """);

    /// <summary>
    /// Returns the number of rows that were read from each table and its indexes since the server started. Sessions report these numbers when they end.
    /// </summary>
    private async Task<Dictionary<string, long>> RowsReadAsync()
    {
        NpgsqlConnection.ClearAllPools();
        while ((await ReadAsync<long>(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"))[0] > 0)
        {
            await Task.Yield();
        }

        List<string> rows = await ReadAsync<string>(
            """
            SELECT t.relname || '=' || t.seq_tup_read + sum(i.idx_tup_read)
            FROM pg_stat_user_tables t JOIN pg_stat_user_indexes i USING (relid)
            WHERE t.schemaname = 'workflow' AND t.relname IN ('instance', 'bookmark', 'instance_key', 'promoted', 'message', 'request')
            GROUP BY t.relname, t.seq_tup_read
            """);
        return rows.Select(row => row.Split('=')).ToDictionary(row => row[0], row => long.Parse(row[1], CultureInfo.InvariantCulture));
    }

    private Task RunAsync(string text) => ReadAsync<object>(text);

    private async Task<List<T>> ReadAsync<T>(string text)
    {
        await using NpgsqlConnection connection = new(
            new NpgsqlConnectionStringBuilder(database.ConnectionString) { Pooling = false, CommandTimeout = 120 }.ConnectionString);
        await connection.OpenAsync();
#pragma warning disable CA2100 // The test itself defines the text.
        await using NpgsqlCommand command = new(text, connection);
#pragma warning restore CA2100
        await using NpgsqlDataReader reader = await command.ExecuteReaderAsync();
        List<T> values = [];
        while (await reader.ReadAsync())
        {
            values.Add(await reader.GetFieldValueAsync<T>(0));
        }

        return values;
    }
}
