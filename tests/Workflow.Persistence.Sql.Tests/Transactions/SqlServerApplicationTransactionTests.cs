using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Transactions of the application on SQL Server.</summary>
public static class SqlServerApplicationTransactionTests
{
    public sealed class Calls(SqlServerTestDatabase database)
        : ServerApplicationTransactionTests(() => On(database), database), IClassFixture<SqlServerTestDatabase>;

    public sealed class Hosts(SqlServerTestDatabase database) : ApplicationHostTests(() => On(database)), IClassFixture<SqlServerTestDatabase>;
}
