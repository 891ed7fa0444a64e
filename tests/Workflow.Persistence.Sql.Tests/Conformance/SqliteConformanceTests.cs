using Workflow.Core.Tests.Persistence;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>Runs the tests of all stores on SQLite.</summary>
public static class SqliteConformanceTests
{
    public sealed class Saving() : InstanceStoreTests(new SqliteStore());

    public sealed class Owners() : InstanceStoreOwnerTests(new SqliteStore());

    public sealed class Runnable() : InstanceStoreRunnableTests(new SqliteStore());

    public sealed class Failures() : InstanceStoreFailureTests(new SqliteStore());

    public sealed class Suspects() : InstanceStoreSuspectTests(new SqliteStore());

    public sealed class Queries() : InstanceStoreQueryTests(new SqliteStore());

    public sealed class Transactional() : InstanceStoreTransactionTests(new SqliteStore());

    public sealed class Scopes() : InstanceStoreScopeTests(new SqliteStore());

    public sealed class Races() : InstanceStoreRaceTests(new SqliteStore());

    public sealed class Messages() : InstanceStoreMessageTests(new SqliteStore());

    public sealed class MessageWaits() : InstanceStoreMessageWakeTests(new SqliteStore());

    public sealed class MessageRaces() : InstanceStoreMessageRaceTests(new SqliteStore());
}
