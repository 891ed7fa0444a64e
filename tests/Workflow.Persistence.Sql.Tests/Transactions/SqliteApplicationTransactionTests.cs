namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Transactions of the application on SQLite.</summary>
public static class SqliteApplicationTransactionTests
{
    public sealed class Calls() : ApplicationTransactionTests(static () => new ApplicationDatabase.Sqlite());

    public sealed class Hosts() : ApplicationHostTests(static () => new ApplicationDatabase.Sqlite());
}
