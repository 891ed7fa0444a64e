using System.Data.Common;
using Npgsql;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Crash;
using Workflow.Persistence.Sql.Tests.Servers;
using Xunit.Abstractions;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>
/// Runs the stress tests on PostgreSQL. The faults are cut connections, timeouts, refused statements, deadlocks with another transaction, a full disk, a
/// read-only database, and restarts of the server.
/// </summary>
public sealed class PostgreSqlStressTests(RestartablePostgreSqlTestDatabase server, ITestOutputHelper output)
    : StressTests(output), IClassFixture<RestartablePostgreSqlTestDatabase>, IAsyncLifetime
{
    private const int Cuts = 12, RefusedRows = 40, Meetings = 30;

    /// <summary>The number of schemas so far. Each test has its own schema, because the tests of the class share a database.</summary>
    private static int _schemas;

    private LoopbackProxy? _proxy;

    private protected override IReadOnlyList<(string Name, Func<StressRun, Task> Inject)> Faults =>
    [
        ("cut connections", CutAsync),
        ("timeouts", LockAsync),
        ("deadlock victims", run => RefuseAsync(run, "40P01", UntilRefusedAsync)),
        ("competing transactions", CompeteAsync),
        ("full disk", run => RefuseAsync(run, "53100", (stress, _) => stress.UntilFailureAsync())),
        ("read-only", ReadOnlyAsync),
        ("restart", _ => server.RestartServerAsync()),
    ];

    public Task InitializeAsync()
    {
        _proxy = new PostgreSqlProxy(server.ConnectionString);
        return Task.CompletedTask;
    }

    public async Task DisposeAsync() => await _proxy!.DisposeAsync();

    /// <summary>
    /// A batch waits for a row that another transaction holds, and that transaction waits for a row of the batch. The server aborts the batch.
    /// </summary>
    [Fact]
    public async Task SaveAsync_DeadlockWithOtherTransaction_Succeeds()
    {
        await using CrashDatabase database = await CreateAsync();

        // A session checks for a deadlock once, after it has waited for this time. The time is long enough for the test to complete the deadlock, and the
        // other session waits longer, so that the server always aborts the session of the store.
        await using DbDataSource own = NpgsqlDataSource.Create(
            new NpgsqlConnectionStringBuilder(server.ConnectionString) { Options = "-c deadlock_timeout=4s" }.ConnectionString);
        await using SqlInstanceStore store = database.Target.Open(own);
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        Guid[] ids = [.. Enumerable.Range(0, 40).Select(_ => Guid.NewGuid())];
        foreach (Guid id in ids)
        {
            await store.SaveAsync(owner, CrashProgram.Number(id, 0, 0, unlock: false), CancellationToken.None);
        }

        long before = await DeadlocksAsync(database);
        await using DbDataSource source = database.Target.Source();
        await using DbConnection other = await source.OpenConnectionAsync();
        await using DbTransaction transaction = await other.BeginTransactionAsync();

        await ExecuteAsync(database, other, "SET LOCAL deadlock_timeout = '10min'");
        await LockAsync(ids[^1]);
        Task[] saves = [.. ids.Select(id => store.SaveAsync(owner, CrashProgram.Number(id, 1, 1), CancellationToken.None))];
        while (await ClusterInvariants.CountAsync(database, "pg_locks WHERE NOT granted") == 0)
        {
            await Task.Yield();
        }

        foreach (Guid id in ids.SkipLast(1).Reverse())
        {
            await LockAsync(id);
        }

        await transaction.RollbackAsync();
        await Task.WhenAll(saves);
        Assert.Equal((long)ids.Length, await ClusterInvariants.CountAsync(database, "workflow.instance WHERE lock_owner IS NULL AND lock_version = 1"));

        // Sessions report their statistics with a delay.
        long since = TimeProvider.System.GetTimestamp();
        while (await DeadlocksAsync(database) == before)
        {
            Assert.True(TimeProvider.System.GetElapsedTime(since) < HangGuard.Limit, "There was no deadlock.");
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System);
        }


        Task LockAsync(Guid id) => ExecuteAsync(database, other, $"SELECT 1 FROM workflow.instance WHERE instance_id = '{id}' FOR UPDATE");
    }

    private protected override async Task<CrashDatabase> CreateAsync()
    {
        // Opens a new connection for each call, which works after restarts, and writes even while the database is read-only for others.
        NpgsqlConnectionStringBuilder whole = new(server.ConnectionString) { Pooling = false, Options = "-c default_transaction_read_only=off" };
        CrashDatabase database = new(new CrashTarget(string.Empty, whole.ConnectionString, $"stress{Interlocked.Increment(ref _schemas)}"));
        await using SqlInstanceStore store = database.Open();
        await store.EnsureSchemaAsync(CancellationToken.None);
        await database.RunAsync("DROP TABLE IF EXISTS app_effect; CREATE TABLE app_effect (id uuid NOT NULL, step integer NOT NULL)");
        return database;
    }

    private protected override DbDataSource HostSource(CrashDatabase database) => NpgsqlDataSource.Create(_proxy!.ConnectionString);

    private protected override async Task<long> DeadlocksAsync(CrashDatabase database) =>
        (long)(await database.ReadValueAsync("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))!;

    /// <summary>Ends connections at random: before the server receives a request, or before the client receives an answer.</summary>
    private async Task CutAsync(StressRun run)
    {
        int cuts = 0;
        _proxy!.Passes = _ =>
        {
            // The proxy calls from several threads, and the random numbers are not thread-safe. The second operand is false: it counts a cut.
            lock (run)
            {
                return Task.FromResult(run.Random.Next(20) != 0 || cuts++ < 0);
            }
        };
        await run.UntilAsync(() => Volatile.Read(ref cuts) >= Cuts);
        _proxy.Passes = LoopbackProxy.All;
    }

    /// <summary>Another transaction blocks the writes of the store for longer than the command timeout.</summary>
    private static async Task LockAsync(StressRun run)
    {
        await using DbDataSource source = run.Database.Target.Source();
        await using DbConnection other = await source.OpenConnectionAsync();
        await using DbTransaction transaction = await other.BeginTransactionAsync();
        await ExecuteAsync(run, other, "LOCK TABLE workflow.instance IN SHARE ROW EXCLUSIVE MODE");
        await run.UntilFailureAsync();
        await transaction.RollbackAsync();
    }

    /// <summary>A trigger makes the database refuse some statements with an error code.</summary>
    private static async Task RefuseAsync(StressRun run, string code, Func<StressRun, CrashDatabase, Task> until)
    {
        await run.Database.RunAsync(
            $"""
            CREATE SEQUENCE IF NOT EXISTS workflow.refused;
            CREATE OR REPLACE FUNCTION workflow.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF nextval('workflow.refused') % 7 = 0 THEN RAISE EXCEPTION 'injected' USING ERRCODE = '{code}'; END IF;
                RETURN NEW;
            END $$;
            CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON workflow.instance FOR EACH ROW EXECUTE FUNCTION workflow.refuse();
            """);
        await until(run, run.Database);
        await run.Database.RunAsync("DROP TRIGGER refuse ON workflow.instance");
    }

    private static async Task UntilRefusedAsync(StressRun run, CrashDatabase database)
    {
        long first = (long)(await database.ReadValueAsync("SELECT last_value FROM workflow.refused"))!, last = first;
        Task waiting = run.UntilAsync(() => Volatile.Read(ref last) - first >= RefusedRows);
        while (!waiting.IsCompleted)
        {
            Volatile.Write(ref last, (long)(await database.ReadValueAsync("SELECT last_value FROM workflow.refused"))!);
        }

        await waiting;
    }

    /// <summary>
    /// Another transaction locks rows in the opposite order. On a deadlock, the server aborts that transaction or the statement of the store.
    /// </summary>
    private static async Task CompeteAsync(StressRun run)
    {
        await using DbDataSource source = run.Database.Target.Source();
        for (int meeting = 0; meeting < Meetings; meeting++)
        {
            await using DbConnection other = await source.OpenConnectionAsync();
            await using DbTransaction transaction = await other.BeginTransactionAsync();
            try
            {
                foreach (object?[] row in await run.Database.ReadAsync("SELECT instance_sid FROM workflow.instance ORDER BY instance_sid DESC"))
                {
                    await ExecuteAsync(run, other, FormattableString.Invariant($"SELECT 1 FROM workflow.instance WHERE instance_sid = {row[0]} FOR UPDATE"));
                }

                await transaction.RollbackAsync();
            }
            catch (PostgresException deadlock) when (deadlock.SqlState == PostgresErrorCodes.DeadlockDetected)
            {
                // The server has aborted this transaction.
            }
        }
    }

    private async Task ReadOnlyAsync(StressRun run)
    {
        string name = new NpgsqlConnectionStringBuilder(server.ConnectionString).Database!;
        await run.Database.RunAsync($"ALTER DATABASE {name} SET default_transaction_read_only = on");
        _proxy!.CutAll();
        await run.UntilFailureAsync();
        await run.Database.RunAsync($"ALTER DATABASE {name} RESET default_transaction_read_only");
        _proxy.CutAll();
    }

    private static Task ExecuteAsync(StressRun run, DbConnection connection, string statement) => ExecuteAsync(run.Database, connection, statement);

    private static async Task ExecuteAsync(CrashDatabase database, DbConnection connection, string statement)
    {
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The test itself defines the text.
        command.CommandText = database.Target.Text(statement);
#pragma warning restore CA2100
        await command.ExecuteNonQueryAsync();
    }
}
