using Npgsql;
using Workflow.Persistence.Sql.Tests.Crash;
using Workflow.Persistence.Sql.Tests.Servers;
using Xunit.Abstractions;

namespace Workflow.Persistence.Sql.Tests.Service;

/// <summary>A service of three host processes and two client processes on PostgreSQL.</summary>
[RequiresServer(ServerKind.PostgreSql)]
public sealed class PostgreSqlServiceClusterTests(PostgreSqlTestDatabase server, ITestOutputHelper output)
    : ServiceClusterTests(output), IClassFixture<PostgreSqlTestDatabase>
{
    private protected override (int Hosts, int Clients, int Both) Parts => (3, 2, 0);

    /// <summary>The database with a limited pool size, because all processes share the hundred connections that a server allows by default.</summary>
    private protected override CrashTarget Target =>
        new(string.Empty, new NpgsqlConnectionStringBuilder(server.ConnectionString) { MaxPoolSize = 18 }.ConnectionString, "service");
}
