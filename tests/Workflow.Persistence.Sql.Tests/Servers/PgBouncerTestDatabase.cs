using System.Data.Common;
using Npgsql;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A class fixture with a PostgreSQL database behind a PgBouncer, which can give each transaction a different connection to the server.</summary>
[RequiresServer(ServerKind.PgBouncer)]
public sealed class PgBouncerTestDatabase : PostgreSqlTestDatabase
{
    private const int Port = 6432;

    private PrivateServer? _pooler;

    /// <summary>The reason why this machine cannot run PgBouncer. Null if the machine can run it.</summary>
    internal static string? MissingProgram => Program is null ? "There is no PgBouncer: install the Debian package 'pgbouncer'." : null;

    private static string? Program => new[] { "/usr/sbin/pgbouncer", "/usr/bin/pgbouncer" }.FirstOrDefault(File.Exists);

    /// <summary>The connection string of the database on the server, without the pooler.</summary>
    public string DirectConnectionString => Server.ConnectionStringOf(Name);

    /// <summary>
    /// Creates a data source that sends no 'DISCARD', as the documentation demands. PgBouncer 1.18 takes the end of the 'DISCARD' for the end of the
    /// transaction, while the driver has already sent the first part of the next statement. On a busy machine, every third run waited until its timeout.
    /// </summary>
    public override DbDataSource NewDataSource()
    {
        NpgsqlConnectionStringBuilder pooled = new(DirectConnectionString) { Host = _pooler!.Address, Port = Port, NoResetOnClose = true };
        return NpgsqlDataSource.Create(pooled.ConnectionString);
    }

    public override async Task InitializeAsync()
    {
        if (ServerRequirements.Missing(ServerKind.PgBouncer) is not null)
        {
            return;
        }

        PostgreSqlServer server = await PostgreSqlServer.SharedAsync();
        NpgsqlConnectionStringBuilder target = new(server.ConnectionStringOf("postgres"));
        string password = string.IsNullOrEmpty(target.Password) ? string.Empty : $" password='{target.Password.Replace("'", "''", StringComparison.Ordinal)}'";
        _pooler = await PrivateServer.StartAsync("pgbouncer", Program!, $"host={target.Host} port={target.Port} user={target.Username}{password}");
        await OpenAsync(server);
    }

    public override async Task DisposeAsync()
    {
        await base.DisposeAsync();
        if (_pooler is not null)
        {
            await _pooler.DisposeAsync();
        }
    }
}
