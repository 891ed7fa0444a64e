using System.Data.Common;
using Microsoft.Data.Sqlite;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Engines;
using Workflow.Testing;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>
/// The database of an application for one test, with a table of the application and the schema of a store. In the SQL of the tests, the prefix 'workflow.'
/// stands for the schema.
/// </summary>
internal abstract class ApplicationDatabase
{
    public abstract DbDataSource Source { get; }

    /// <summary>The clock of the stores.</summary>
    public abstract VirtualTimeProvider Clock { get; }

    /// <summary>True if several transactions can write at the same time.</summary>
    public abstract bool HasManyWriters { get; }

    /// <summary>The name of the schema.</summary>
    public virtual string SchemaName => "workflow";

    /// <summary>The table that contains the version of the schema.</summary>
    public abstract string VersionTable { get; }

    /// <summary>Opens a connection to another database.</summary>
    public abstract Task<DbConnection> OpenOtherAsync();

    public virtual Task InitializeAsync() => RunAsync("CREATE TABLE app_row (id VARCHAR(50) NOT NULL)");

    public abstract Task DisposeAsync();

    public abstract SqlInstanceStore Store(SqlInstanceStoreOptions? options = null);

    public abstract Task<List<object?[]>> ReadAsync(string text);

    /// <summary>Advances the clock of the stores and, on a server, the clock of the server.</summary>
    public abstract Task PassAsync(TimeSpan time);

    public Task RunAsync(string text) => ReadAsync(text);

    public async Task<long> CountAsync(string table) => Convert.ToInt64((await ReadAsync($"SELECT count(*) FROM {table}"))[0][0], null);

    /// <summary>A database on SQLite.</summary>
    public sealed class Sqlite : ApplicationDatabase
    {
        private readonly SqliteFile _file = new();

        public override DbDataSource Source => _file.Source;

        public override VirtualTimeProvider Clock { get; } = new();

        public override bool HasManyWriters => false;

        public override string VersionTable => "workflow_schema";

        public override async Task<DbConnection> OpenOtherAsync()
        {
            SqliteConnection connection = new(_file.ConnectionString.Replace("test.db", "other.db", StringComparison.Ordinal));
            await connection.OpenAsync();
            return connection;
        }

        public override async Task InitializeAsync()
        {
            await Store().EnsureSchemaAsync(CancellationToken.None);
            await base.InitializeAsync();
        }

        public override Task DisposeAsync() => _file.DisposeAsync().AsTask();

        public override SqlInstanceStore Store(SqlInstanceStoreOptions? options = null)
        {
            options ??= new SqlInstanceStoreOptions();
            options.TimeProvider = Clock;
            options.LeaseRenewalPeriod = ServerStore.Period;
            return _file.WithoutSchema(options);
        }

        public override Task<List<object?[]>> ReadAsync(string text) =>
            Task.FromResult(_file.Read(text.Replace("workflow.", "workflow_", StringComparison.Ordinal)));

        public override Task PassAsync(TimeSpan time)
        {
            Clock.Advance(time);
            return Task.CompletedTask;
        }
    }

    /// <summary>A database on a server.</summary>
    public sealed class Server(ServerStore tested, DbDataSource source, Func<DbConnection> openOther) : ApplicationDatabase
    {
        public override DbDataSource Source => source;

        public override VirtualTimeProvider Clock => tested.Clock;

        public override bool HasManyWriters => true;

        public override string SchemaName => tested.Schema;

        public override string VersionTable => "workflow.schema_version";

        public override async Task<DbConnection> OpenOtherAsync()
        {
            DbConnection connection = openOther();
            await connection.OpenAsync();
            return connection;
        }

        public override async Task InitializeAsync()
        {
            await tested.InitializeAsync();
            await RunAsync("DROP TABLE IF EXISTS app_row");
            await base.InitializeAsync();
        }

        public override Task DisposeAsync() => tested.DisposeAsync();

        public override SqlInstanceStore Store(SqlInstanceStoreOptions? options = null) => tested.Create(options ?? new SqlInstanceStoreOptions());

        public override Task<List<object?[]>> ReadAsync(string text) => tested.ReadAsync(text);

        public override Task PassAsync(TimeSpan time) => tested.PassAsync(time);
    }
}
