using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Hosting;

/// <summary>The regressions on each engine.</summary>
public static class EngineRegressionTests
{
    public sealed class Sqlite() : RegressionTests(new SqliteStore());

    public sealed class PostgreSql(PostgreSqlTestDatabase database) : RegressionTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class SqlServer(SqlServerTestDatabase database) : RegressionTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>
    {
        /// <summary>A server that is far away needs many times as long for a call as the others.</summary>
        protected override int Burst => 20;
    }
}
