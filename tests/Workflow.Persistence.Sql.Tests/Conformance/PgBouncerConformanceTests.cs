using Workflow.Core.Tests.Persistence;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>Runs the tests of all stores on PostgreSQL behind a pooler that can give each transaction a different connection.</summary>
public static class PgBouncerConformanceTests
{
    public sealed class Saving(PgBouncerTestDatabase database) : InstanceStoreTests(new PostgreSqlStore(database)), IClassFixture<PgBouncerTestDatabase>;

    public sealed class Transactional(PgBouncerTestDatabase database)
        : InstanceStoreTransactionTests(new PostgreSqlStore(database)), IClassFixture<PgBouncerTestDatabase>;

    public sealed class Races(PgBouncerTestDatabase database) : InstanceStoreRaceTests(new PostgreSqlStore(database)), IClassFixture<PgBouncerTestDatabase>;

    public sealed class Messages(PgBouncerTestDatabase database)
        : InstanceStoreMessageTests(new PostgreSqlStore(database)), IClassFixture<PgBouncerTestDatabase>;
}
