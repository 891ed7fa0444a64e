using Workflow.Persistence.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>Runs the tests of all stores on SQL Server.</summary>
public static class SqlServerConformanceTests
{
    [StoreTopics(StoreTopic.Saving)]
    public sealed class Saving(SqlServerTestDatabase database) : StoreConformanceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    [StoreTopics(StoreTopic.Owners)]
    public sealed class Owners(SqlServerTestDatabase database) : StoreConformanceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    [StoreTopics(StoreTopic.Runnable)]
    public sealed class Runnable(SqlServerTestDatabase database)
        : StoreConformanceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    [StoreTopics(StoreTopic.Failures)]
    public sealed class Failures(SqlServerTestDatabase database)
        : StoreConformanceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    [StoreTopics(StoreTopic.Suspects)]
    public sealed class Suspects(SqlServerTestDatabase database)
        : StoreConformanceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    [StoreTopics(StoreTopic.Queries)]
    public sealed class Queries(SqlServerTestDatabase database) : StoreConformanceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    [StoreTopics(StoreTopic.Transactions)]
    public sealed class Transactions(SqlServerTestDatabase database)
        : StoreConformanceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    [StoreTopics(StoreTopic.Scopes)]
    public sealed class Scopes(SqlServerTestDatabase database) : StoreConformanceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    [StoreTopics(StoreTopic.Races)]
    public sealed class Races(SqlServerTestDatabase database) : StoreConformanceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    [StoreTopics(StoreTopic.Messages)]
    public sealed class Messages(SqlServerTestDatabase database)
        : StoreConformanceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    [StoreTopics(StoreTopic.MessageWaits)]
    public sealed class MessageWaits(SqlServerTestDatabase database)
        : StoreConformanceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    [StoreTopics(StoreTopic.MessageRaces)]
    public sealed class MessageRaces(SqlServerTestDatabase database)
        : StoreConformanceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;
}
