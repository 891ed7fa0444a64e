using Workflow.Core.Tests.Persistence;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>Runs the tests of all stores on SQL Server.</summary>
public static class SqlServerConformanceTests
{
    public sealed class Saving(SqlServerTestDatabase database) : InstanceStoreTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    public sealed class Owners(SqlServerTestDatabase database) : InstanceStoreOwnerTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    public sealed class Runnable(SqlServerTestDatabase database)
        : InstanceStoreRunnableTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    public sealed class Failures(SqlServerTestDatabase database)
        : InstanceStoreFailureTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    public sealed class Suspects(SqlServerTestDatabase database)
        : InstanceStoreSuspectTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    public sealed class Queries(SqlServerTestDatabase database) : InstanceStoreQueryTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    public sealed class Transactional(SqlServerTestDatabase database)
        : InstanceStoreTransactionTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    public sealed class Scopes(SqlServerTestDatabase database) : InstanceStoreScopeTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    public sealed class Races(SqlServerTestDatabase database) : InstanceStoreRaceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>
    {
        /// <summary>The number of repetitions, reduced because calls to a remote server take many times as long as calls to the other databases.</summary>
        protected override int Turns => 50;
    }

    public sealed class Messages(SqlServerTestDatabase database)
        : InstanceStoreMessageTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    public sealed class MessageWaits(SqlServerTestDatabase database)
        : InstanceStoreMessageWakeTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>;

    public sealed class MessageRaces(SqlServerTestDatabase database)
        : InstanceStoreMessageRaceTests(new SqlServerStore(database)), IClassFixture<SqlServerTestDatabase>
    {
        /// <summary>The number of messages, reduced for the same reason as in <see cref="Races"/>.</summary>
        protected override int Messages => 50;
    }
}
