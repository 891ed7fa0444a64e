extern alias WorkflowLegacy;
using Workflow.Persistence.Sql.Tests.Servers;
using WorkflowLegacy::Workflow.Interop.Legacy.Runtime;
using WorkflowLegacy::Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Persistence.Sql.Tests.Tracking;

/// <summary>The tracking service for WF3 workflows on each kind of database.</summary>
public static class TrackingTests
{
    public sealed class Sqlite(SqliteTestDatabase database) : TrackingSuite(database), IClassFixture<SqliteTestDatabase>
    {
        [Fact]
        public void Start_WithTransactionsAndNoConnectionForThem_IsRefused()
        {
            using WorkflowRuntime runtime = new();
            SqlTrackingService service = Service(isTransactional: true);
            service.TransactionConnection = null;
            runtime.AddService(service);
            Assert.Contains("set 'TransactionConnection'", Assert.Throws<InvalidOperationException>(runtime.StartRuntime).Message, StringComparison.Ordinal);
        }
    }

    public sealed class PostgreSql(PostgreSqlTestDatabase database) : TrackingSuite(database), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class SqlServer(SqlServerTestDatabase database) : TrackingSuite(database), IClassFixture<SqlServerTestDatabase>
    {
        protected override string Rename(string table, string name) => $"EXEC sp_rename '{table}', '{name}', 'OBJECT'";
    }
}
