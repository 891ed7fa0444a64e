using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Transactions of the application on PostgreSQL.</summary>
public static class PostgreSqlApplicationTransactionTests
{
    public sealed class Calls(PostgreSqlTestDatabase database) : ServerApplicationTransactionTests(() => On(database), database), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class Hosts(PostgreSqlTestDatabase database) : ApplicationHostTests(() => On(database)), IClassFixture<PostgreSqlTestDatabase>;
}
