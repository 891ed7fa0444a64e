using Workflow.Core.Tests.Persistence;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>The store behind a pooler that gives each transaction another connection passes the tests of all stores.</summary>
public static class PgBouncerConformanceTests
{
    public sealed class Saving(PgBouncerTestDatabase database) : InstanceStoreTests(new PostgreSqlStore(database)), IClassFixture<PgBouncerTestDatabase>;

    public sealed class Transactional(PgBouncerTestDatabase database) : InstanceStoreTransactionTests(new PostgreSqlStore(database)), IClassFixture<PgBouncerTestDatabase>;

    public sealed class Races(PgBouncerTestDatabase database) : InstanceStoreRaceTests(new PostgreSqlStore(database)), IClassFixture<PgBouncerTestDatabase>;

    public sealed class Messages(PgBouncerTestDatabase database) : InstanceStoreMessageTests(new PostgreSqlStore(database)), IClassFixture<PgBouncerTestDatabase>;
}
