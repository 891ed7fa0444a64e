using System.Data;
using System.Data.Common;
using Microsoft.Data.Sqlite;
using SQLitePCL;
using Workflow.Persistence.Sql.Tests.Crash;
using Workflow.Persistence.Sql.Tests.Servers;
using Xunit.Abstractions;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>
/// Runs the stress tests on SQLite. The faults are a file that another program locks, a full disk, a read-only file, and rows that the database refuses.
/// </summary>
public sealed class SqliteStressTests(SqliteTestDatabase folder, ITestOutputHelper output)
    : StressTests(output), IClassFixture<SqliteTestDatabase>
{
    /// <summary>The connections of the hosts. Closed connections are removed at the next change of a setting.</summary>
    private readonly List<sqlite3> _connections = [];

    /// <summary>The setting that new connections get, which makes their statements fail. Null if no fault is active.</summary>
    private string? _breaking;

    private protected override IReadOnlyList<(string Name, Func<StressRun, Task> Inject)> Faults =>
    [
        ("locked file", LockAsync),
        ("full disk", FillAsync),
        ("read-only", run => InjectAsync(run, "PRAGMA query_only = ON", "PRAGMA query_only = OFF")),
        ("refused rows", RefuseAsync),
    ];

    private protected override async Task<CrashDatabase> CreateAsync()
    {
        CrashDatabase database = new(CrashTarget.OfFile(folder.NewFile()));
        await using SqlInstanceStore store = database.Open();
        await store.EnsureSchemaAsync(CancellationToken.None);
        await database.RunAsync("CREATE TABLE app_effect (id text NOT NULL, step integer NOT NULL)");
        return database;
    }

    private protected override DbDataSource HostSource(CrashDatabase database) =>
        new WatchedSource(new SqliteConnectionStringBuilder { DataSource = database.Target.File, Pooling = false }.ToString(), Opened);

    /// <summary>Returns zero, because SQLite has no deadlocks: only one connection writes at a time.</summary>
    private protected override Task<long> DeadlocksAsync(CrashDatabase database) => Task.FromResult(0L);

    /// <summary>Another connection holds a write transaction for longer than the command timeout.</summary>
    private static async Task LockAsync(StressRun run)
    {
        await using DbDataSource source = run.Database.Target.Source();
        await using DbConnection other = await source.OpenConnectionAsync();
        await using DbTransaction transaction = await other.BeginTransactionAsync();
        await run.UntilFailureAsync();
        await transaction.RollbackAsync();
    }

    /// <summary>
    /// Changes a setting of the connections, with which SQLite fails as on a full disk or on a read-only file. SQLite accepts the change from any thread,
    /// between two statements.
    /// </summary>
    private async Task InjectAsync(StressRun run, string breaking, string healing)
    {
        Set(breaking, isBroken: true);
        await run.UntilFailureAsync();
        Set(healing, isBroken: false);
    }

    /// <summary>Limits the size of the file. A trigger makes each update of an instance need more space.</summary>
    private async Task FillAsync(StressRun run)
    {
        await run.Database.RunAsync("CREATE TABLE filler (content blob)");
        await run.Database.RunAsync("CREATE TRIGGER fill AFTER UPDATE ON workflow_instance BEGIN INSERT INTO filler VALUES (zeroblob(50000)); END");
        await InjectAsync(run, "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000000");
        await run.Database.RunAsync("DROP TRIGGER fill");
        await run.Database.RunAsync("DROP TABLE filler");
    }

    private void Set(string setting, bool isBroken)
    {
        lock (_connections)
        {
            _breaking = isBroken ? setting : null;
            _connections.RemoveAll(connection => !TryExecute(connection, setting));
        }
    }

    private void Opened(sqlite3 connection)
    {
        lock (_connections)
        {
            _connections.Add(connection);
            if (_breaking is not null)
            {
                raw.sqlite3_exec(connection, _breaking);
            }
        }
    }

    /// <summary>Executes a setting. Returns false if the connection is closed.</summary>
    private static bool TryExecute(sqlite3 connection, string setting)
    {
        try
        {
            raw.sqlite3_exec(connection, setting);
            return true;
        }
        catch (ObjectDisposedException)
        {
            return false;
        }
    }

    /// <summary>
    /// The database refuses some updates of instances that a host has locked. It does not refuse locks, because a host skips a row that it cannot lock for
    /// a minute.
    /// </summary>
    private static async Task RefuseAsync(StressRun run)
    {
        await run.Database.RunAsync(
            "CREATE TRIGGER refuse BEFORE UPDATE ON workflow_instance WHEN new.turn % 3 = 0 AND old.lock_owner IS NOT NULL BEGIN SELECT raise(ABORT, 'injected'); END");
        await run.UntilFailureAsync();
        await run.Database.RunAsync("DROP TRIGGER refuse");
    }

    private sealed class WatchedSource(string connectionString, Action<sqlite3> opened) : DbDataSource
    {
        public override string ConnectionString => connectionString;

        protected override DbConnection CreateDbConnection()
        {
            SqliteConnection connection = new(connectionString);
            connection.StateChange += (_, change) =>
            {
                if (change.CurrentState == ConnectionState.Open)
                {
                    opened(connection.Handle!);
                }
            };
            return connection;
        }
    }
}
