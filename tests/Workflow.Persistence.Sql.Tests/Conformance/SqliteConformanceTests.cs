using Workflow.Persistence.Conformance;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>Runs the tests of all stores on SQLite.</summary>
public static class SqliteConformanceTests
{
    [StoreTopics(StoreTopic.Saving)]
    public sealed class Saving() : StoreConformanceTests(new SqliteStore());

    [StoreTopics(StoreTopic.Owners)]
    public sealed class Owners() : StoreConformanceTests(new SqliteStore());

    [StoreTopics(StoreTopic.Runnable)]
    public sealed class Runnable() : StoreConformanceTests(new SqliteStore());

    [StoreTopics(StoreTopic.Failures)]
    public sealed class Failures() : StoreConformanceTests(new SqliteStore());

    [StoreTopics(StoreTopic.Suspects)]
    public sealed class Suspects() : StoreConformanceTests(new SqliteStore());

    [StoreTopics(StoreTopic.Queries)]
    public sealed class Queries() : StoreConformanceTests(new SqliteStore());

    [StoreTopics(StoreTopic.Transactions)]
    public sealed class Transactions() : StoreConformanceTests(new SqliteStore());

    [StoreTopics(StoreTopic.Scopes)]
    public sealed class Scopes() : StoreConformanceTests(new SqliteStore());

    [StoreTopics(StoreTopic.Races)]
    public sealed class Races() : StoreConformanceTests(new SqliteStore());

    [StoreTopics(StoreTopic.Messages)]
    public sealed class Messages() : StoreConformanceTests(new SqliteStore());

    [StoreTopics(StoreTopic.MessageWaits)]
    public sealed class MessageWaits() : StoreConformanceTests(new SqliteStore());

    [StoreTopics(StoreTopic.MessageRaces)]
    public sealed class MessageRaces() : StoreConformanceTests(new SqliteStore());
}
