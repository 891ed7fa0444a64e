using Workflow.Persistence.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>Runs the tests of all stores on PostgreSQL.</summary>
public static class PostgreSqlConformanceTests
{
    [StoreTopics(StoreTopic.Saving)]
    public sealed class Saving(PostgreSqlTestDatabase database) : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    [StoreTopics(StoreTopic.Owners)]
    public sealed class Owners(PostgreSqlTestDatabase database) : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    [StoreTopics(StoreTopic.Runnable)]
    public sealed class Runnable(PostgreSqlTestDatabase database)
        : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    [StoreTopics(StoreTopic.Failures)]
    public sealed class Failures(PostgreSqlTestDatabase database)
        : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    [StoreTopics(StoreTopic.Suspects)]
    public sealed class Suspects(PostgreSqlTestDatabase database)
        : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    [StoreTopics(StoreTopic.Queries)]
    public sealed class Queries(PostgreSqlTestDatabase database)
        : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    [StoreTopics(StoreTopic.Transactions)]
    public sealed class Transactions(PostgreSqlTestDatabase database)
        : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    [StoreTopics(StoreTopic.Scopes)]
    public sealed class Scopes(PostgreSqlTestDatabase database) : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    [StoreTopics(StoreTopic.Races)]
    public sealed class Races(PostgreSqlTestDatabase database) : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    [StoreTopics(StoreTopic.Messages)]
    public sealed class Messages(PostgreSqlTestDatabase database)
        : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    [StoreTopics(StoreTopic.MessageWaits)]
    public sealed class MessageWaits(PostgreSqlTestDatabase database)
        : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    [StoreTopics(StoreTopic.MessageRaces)]
    public sealed class MessageRaces(PostgreSqlTestDatabase database)
        : StoreConformanceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;
}
