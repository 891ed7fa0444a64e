using Workflow.Persistence.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>Runs the tests of all stores on PostgreSQL behind a pooler that can give each transaction a different connection.</summary>
public static class PgBouncerConformanceTests
{
    [StoreTopics(StoreTopic.Saving)]
    public sealed class Saving(PgBouncerTestDatabase database) : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PgBouncerTestDatabase>;

    [StoreTopics(StoreTopic.Transactions)]
    public sealed class Transactions(PgBouncerTestDatabase database)
        : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PgBouncerTestDatabase>;

    [StoreTopics(StoreTopic.Races)]
    public sealed class Races(PgBouncerTestDatabase database) : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PgBouncerTestDatabase>;

    [StoreTopics(StoreTopic.Messages)]
    public sealed class Messages(PgBouncerTestDatabase database)
        : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PgBouncerTestDatabase>;
}
