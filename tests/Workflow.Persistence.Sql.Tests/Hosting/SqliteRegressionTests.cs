using Workflow.Persistence.Sql.Tests.Conformance;

namespace Workflow.Persistence.Sql.Tests.Hosting;

/// <summary>The regressions on SQLite.</summary>
public sealed class SqliteRegressionTests() : RegressionTests(new SqliteStore());
