using Workflow.Core.Tests.Persistence;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>Runs the tests of all stores on PostgreSQL.</summary>
public static class PostgreSqlConformanceTests
{
    public sealed class Saving(PostgreSqlTestDatabase database) : InstanceStoreTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class Owners(PostgreSqlTestDatabase database) : InstanceStoreOwnerTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class Runnable(PostgreSqlTestDatabase database)
        : InstanceStoreRunnableTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class Failures(PostgreSqlTestDatabase database)
        : InstanceStoreFailureTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class Suspects(PostgreSqlTestDatabase database)
        : InstanceStoreSuspectTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class Queries(PostgreSqlTestDatabase database)
        : InstanceStoreQueryTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class Transactional(PostgreSqlTestDatabase database)
        : InstanceStoreTransactionTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class Scopes(PostgreSqlTestDatabase database) : InstanceStoreScopeTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class Races(PostgreSqlTestDatabase database) : InstanceStoreRaceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class Messages(PostgreSqlTestDatabase database)
        : InstanceStoreMessageTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class MessageWaits(PostgreSqlTestDatabase database)
        : InstanceStoreMessageWakeTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class MessageRaces(PostgreSqlTestDatabase database)
        : InstanceStoreMessageRaceTests(new PostgreSqlStore(database)), IClassFixture<PostgreSqlTestDatabase>;
}
