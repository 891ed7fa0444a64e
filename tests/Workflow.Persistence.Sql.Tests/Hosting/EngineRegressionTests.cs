using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Hosting;

/// <summary>Runs the regression tests on each engine.</summary>
public static class EngineRegressionTests
{
    public sealed class Sqlite() : RegressionTests(new SqliteStore());

    public sealed class PostgreSql(PostgreSqlTestDatabase database) : RegressionTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class SqlServer(SqlServerTestDatabase database) : RegressionTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>
    {
        /// <summary>The number of instances, reduced because calls to a remote server take many times as long as calls to the other databases.</summary>
        protected override int Burst => 20;
    }
}
