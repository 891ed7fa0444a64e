using Npgsql;
using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>
/// The base class of tests with a store on PostgreSQL behind a proxy that can end its connections. The database can also be used without the proxy.
/// </summary>
public abstract class ProxiedPostgreSqlTests(PostgreSqlTestDatabase database) : IClassFixture<PostgreSqlTestDatabase>, IAsyncLifetime
{
    private LoopbackProxy? _proxy;
    private NpgsqlDataSource? _source;

    private protected PostgreSqlStore Postgres { get; } = new(database);

    private protected LoopbackProxy Proxy => _proxy!;

    /// <summary>The data source that connects through the proxy.</summary>
    protected NpgsqlDataSource Source => _source!;

    protected static CancellationToken None => CancellationToken.None;

    public async Task InitializeAsync()
    {
        await Postgres.InitializeAsync();
        _proxy = new PostgreSqlProxy(database.ConnectionString);
        _source = NpgsqlDataSource.Create(_proxy.ConnectionString);
    }

    public async Task DisposeAsync()
    {
        await Postgres.DisposeAsync();
        await Source.DisposeAsync();
        await Proxy.DisposeAsync();
    }
}
