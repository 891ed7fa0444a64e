using System.Data.Common;
using Npgsql;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Crash;
using Workflow.Persistence.Sql.Tests.Servers;
using Xunit.Abstractions;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>On PostgreSQL: cut connections, timeouts, refused statements, deadlocks with another transaction, a full disk, a database that is read-only, and a server that restarts.</summary>
public sealed class PostgreSqlStressTests(RestartablePostgreSqlTestDatabase server, ITestOutputHelper output)
    : StressTests(output), IClassFixture<RestartablePostgreSqlTestDatabase>, IAsyncLifetime
{
    private const int Cuts = 12, RefusedRows = 40, Meetings = 30;

    /// <summary>The tests of the class share a database.</summary>
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

    /// <summary>A batch waits for a row that another transaction has, and that transaction waits for a row of the batch. The server ends the batch.</summary>
    [Fact]
    public async Task Saves_InADeadlockWithAnotherTransaction_AreWrittenInTheEnd()
    {
        await using CrashDatabase database = await CreateAsync();

        // The session of the store looks for a deadlock once, when it has waited for this time: the deadlock must be there by then, and the other session must not find it first.
        await using DbDataSource own = NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder(server.ConnectionString) { Options = "-c deadlock_timeout=4s" }.ConnectionString);
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

        // Sessions report what they have counted some time later.
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
        // A new connection for each call, which outlives restarts and writes also when others must not.
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

    /// <summary>Ends connections before the server has heard a request, and before the client has heard the answer.</summary>
    private async Task CutAsync(StressRun run)
    {
        int cuts = 0;
        _proxy!.Passes = _ =>
        {
            lock (run)
            {
                return Task.FromResult(run.Random.Next(20) != 0 || cuts++ < 0);
            }
        };
        await run.UntilAsync(() => Volatile.Read(ref cuts) >= Cuts);
        _proxy.Passes = LoopbackProxy.All;
    }

    /// <summary>Another transaction keeps the store from writing for longer than a command waits.</summary>
    private static async Task LockAsync(StressRun run)
    {
        await using DbDataSource source = run.Database.Target.Source();
        await using DbConnection other = await source.OpenConnectionAsync();
        await using DbTransaction transaction = await other.BeginTransactionAsync();
        await ExecuteAsync(run, other, "LOCK TABLE workflow.instance IN SHARE ROW EXCLUSIVE MODE");
        await run.UntilFailureAsync();
        await transaction.RollbackAsync();
    }

    /// <summary>The database refuses some statements with an error, as a trigger can.</summary>
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

    /// <summary>Another transaction locks rows in the opposite order: the server ends it, or the statement of the store that waits for it.</summary>
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
                // This one was the victim.
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
#pragma warning disable CA2100 // The text is that of a test.
        command.CommandText = database.Target.Text(statement);
#pragma warning restore CA2100
        await command.ExecuteNonQueryAsync();
    }
}
