using System.Data;
using System.Data.Common;
using System.Globalization;
using Microsoft.Data.SqlClient;
using Npgsql;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>The base class of the tests of transactions of the application.</summary>
public abstract class ApplicationTransactionSuite : IAsyncLifetime
{
    private readonly List<DbConnection> _connections = [];

    private protected ApplicationTransactionSuite(Func<ApplicationDatabase> create) => Database = create();

    private protected ApplicationDatabase Database { get; }

    protected static CancellationToken None => CancellationToken.None;

    public virtual Task InitializeAsync() => Database.InitializeAsync();

    public async Task DisposeAsync()
    {
        foreach (DbConnection connection in _connections)
        {
            await connection.DisposeAsync();
        }

        await Database.DisposeAsync();
    }

    /// <summary>Begins a transaction of the application, and writes one row of the application in it.</summary>
    protected async Task<DbTransaction> BeginAsync(IsolationLevel level = IsolationLevel.Unspecified)
    {
        DbConnection connection = await Database.Source.OpenConnectionAsync();
        _connections.Add(connection);
        DbTransaction transaction = await connection.BeginTransactionAsync(level);
        await InsertAsync(transaction);
        return transaction;
    }

    /// <summary>Writes a row of the application.</summary>
    protected static async Task InsertAsync(DbTransaction transaction) =>
        Assert.Equal(1, await ExecuteAsync(transaction, "INSERT INTO app_row VALUES ('row')"));

    protected static async Task<int> ExecuteAsync(DbTransaction transaction, string text)
    {
        await using DbCommand command = transaction.Connection!.CreateCommand();
        command.Transaction = transaction;
#pragma warning disable CA2100 // The test itself defines the text.
        command.CommandText = text;
#pragma warning restore CA2100
        return await command.ExecuteNonQueryAsync();
    }

    protected static Task<InstanceOwner> OwnerAsync(InstanceStore store) =>
        store.CreateOwnerAsync(new InstanceOwnerOptions { Name = "owner", Filter = WorkflowIdentityFilter.Any }, None);

    protected static InstanceSave Save(Guid id, long version = 0, byte state = 1, bool unlock = false, Guid? key = null) => new()
    {
        InstanceId = id,
        LockVersion = version,
        State = new[] { state },
        Status = InstanceStatus.Idle,
        Bookmarks = [new SavedBookmark { Name = string.Create(CultureInfo.InvariantCulture, $"b{state}"), OwnerDisplayName = "o" }],
        KeysAdded = key is { } added ? [added] : [],
        Unlock = unlock,
    };

    /// <summary>Saves an unlocked instance, and returns its id.</summary>
    protected static async Task<Guid> SavedAsync(SqlInstanceStore store, Guid? key = null)
    {
        Guid id = Guid.NewGuid();
        InstanceOwner owner = await OwnerAsync(store);
        await store.SaveAsync(owner, Save(id, unlock: true, key: key), None);
        await store.DeleteOwnerAsync(owner, None);
        return id;
    }

    /// <summary>Returns the state of an unlocked instance.</summary>
    protected static async Task<byte> StateAsync(SqlInstanceStore store, Guid id)
    {
        InstanceOwner owner = await OwnerAsync(store);
        StoredInstance stored = await store.LoadAsync(owner, InstanceLoad.ById(id), None);
        await store.UnlockAsync(owner, InstanceUnlock.Release(id, stored.LockVersion), None);
        await store.DeleteOwnerAsync(owner, None);
        return Assert.Single(stored.State.ToArray());
    }

    /// <summary>Checks the numbers of rows of the application, instances and owners.</summary>
    protected async Task AssertThereAsync(long rows, long instances, long owners = 0)
    {
        Assert.Equal(rows, await Database.CountAsync("app_row"));
        Assert.Equal(instances, await Database.CountAsync("workflow.instances"));
        Assert.Equal(owners, await Database.CountAsync("workflow.owner"));
    }

    private protected static ApplicationDatabase On(PostgreSqlTestDatabase database) => new ApplicationDatabase.Server(
        new Conformance.PostgreSqlStore(database),
        database.DataSource,
        () => new NpgsqlConnection(database.Server.ConnectionStringOf("postgres")));

    private protected static ApplicationDatabase On(SqlServerTestDatabase database, Func<string, string>? edited = null) => new ApplicationDatabase.Server(
        new Conformance.SqlServerStore(database) { Edited = edited ?? (script => script) },
        database.DataSource,
        () => new SqlConnection(database.ConnectionStringOf("master")));
}
