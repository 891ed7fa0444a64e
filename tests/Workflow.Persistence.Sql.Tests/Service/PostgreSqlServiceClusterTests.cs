using Npgsql;
using Workflow.Persistence.Sql.Tests.Crash;
using Workflow.Persistence.Sql.Tests.Servers;
using Xunit.Abstractions;

namespace Workflow.Persistence.Sql.Tests.Service;

/// <summary>Three hosts and two clients on PostgreSQL.</summary>
[RequiresServer(ServerKind.PostgreSql)]
public sealed class PostgreSqlServiceClusterTests(PostgreSqlTestDatabase server, ITestOutputHelper output) : ServiceClusterTests(output), IClassFixture<PostgreSqlTestDatabase>
{
    private protected override (int Hosts, int Clients, int Both) Parts => (3, 2, 0);

    /// <summary>The processes share the hundred connections that a server allows by default.</summary>
    private protected override CrashTarget Target => new(string.Empty, new NpgsqlConnectionStringBuilder(server.ConnectionString) { MaxPoolSize = 18 }.ConnectionString, "service");
}
