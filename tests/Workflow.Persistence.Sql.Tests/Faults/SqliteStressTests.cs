using System.Data;
using System.Data.Common;
using Microsoft.Data.Sqlite;
using SQLitePCL;
using Workflow.Persistence.Sql.Tests.Crash;
using Workflow.Persistence.Sql.Tests.Servers;
using Xunit.Abstractions;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>On SQLite: a file that another program locks, a full disk, a file that is read-only, and rows that the database refuses.</summary>
public sealed class SqliteStressTests(SqliteTestDatabase folder, ITestOutputHelper output) : StressTests(output), IClassFixture<SqliteTestDatabase>
{
    /// <summary>The connections of the hosts, to which faults are done.</summary>
    private readonly HashSet<SqliteConnection> _open = [];

    private protected override IReadOnlyList<(string Name, Func<StressRun, Task> Inject)> Faults =>
    [
        ("locked file", LockAsync),
        ("full disk", run => InjectAsync(run, "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000000")),
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

    private protected override DbDataSource HostSource(CrashDatabase database) => new OpenSource(new SqliteConnectionStringBuilder { DataSource = database.Target.File, Pooling = false }.ToString(), _open);

    /// <summary>SQLite has no deadlocks: one connection writes at a time.</summary>
    private protected override Task<long> DeadlocksAsync(CrashDatabase database) => Task.FromResult(0L);

    /// <summary>Another program writes for longer than a command waits.</summary>
    private static async Task LockAsync(StressRun run)
    {
        await using DbDataSource source = run.Database.Target.Source();
        await using DbConnection other = await source.OpenConnectionAsync();
        await using DbTransaction transaction = await other.BeginTransactionAsync();
        await run.UntilFailureAsync();
        await transaction.RollbackAsync();
    }

    /// <summary>SQLite fails with these settings as it does when the disk is full or the file read-only. It takes them from any thread, between two statements.</summary>
    private async Task InjectAsync(StressRun run, string breaking, string healing)
    {
        Execute(breaking);
        await run.UntilFailureAsync();
        Execute(healing);
    }

    private void Execute(string setting)
    {
        lock (_open)
        {
            foreach (SqliteConnection connection in _open)
            {
                raw.sqlite3_exec(connection.Handle!, setting);
            }
        }
    }

    private static async Task RefuseAsync(StressRun run)
    {
        await run.Database.RunAsync("CREATE TRIGGER refuse BEFORE UPDATE ON workflow_instance WHEN new.turn % 3 = 0 BEGIN SELECT raise(ABORT, 'injected'); END");
        await run.UntilFailureAsync();
        await run.Database.RunAsync("DROP TRIGGER refuse");
    }

    private sealed class OpenSource(string connectionString, HashSet<SqliteConnection> open) : DbDataSource
    {
        public override string ConnectionString => connectionString;

        protected override DbConnection CreateDbConnection()
        {
            SqliteConnection connection = new(connectionString);
            connection.StateChange += (_, change) =>
            {
                lock (open)
                {
                    if (change.CurrentState == ConnectionState.Open)
                    {
                        open.Add(connection);
                    }
                    else
                    {
                        open.Remove(connection);
                    }
                }
            };
            return connection;
        }
    }
}
