using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Hosting;

/// <summary>The regressions on SQLite and PostgreSQL.</summary>
public static class EngineRegressionTests
{
    public sealed class Sqlite() : RegressionTests(new SqliteStore());

    public sealed class PostgreSql(PostgreSqlTestDatabase database) : RegressionTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;
}
