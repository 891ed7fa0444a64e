using Npgsql;
using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Reporting;

/// <summary>Tests of the log messages of a store on PostgreSQL.</summary>
public sealed class PostgreSqlLogTests(PostgreSqlTestDatabase database) : IClassFixture<PostgreSqlTestDatabase>
{
    private const string Password = "pass-word-of-the-test";

    private readonly RecordingLogger _log = new();

    private static CancellationToken None => CancellationToken.None;

    [Fact]
    public async Task SaveAsync_ConnectionBreaks_LogsRepetition()
    {
        await using NpgsqlDataSource source = NpgsqlDataSource.Create(
            new NpgsqlConnectionStringBuilder(database.ConnectionString) { Password = Password, MaxPoolSize = 1 });
        await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions { SchemaName = "logged", Logger = _log, RetryDelay = TimeSpan.Zero });
        await store.EnsureSchemaAsync(None);
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);
        Assert.NotEqual(0, await database.CutConnectionsAsync());
        await store.SaveAsync(owner, new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle }, None);

        Assert.Equal("SchemaCreated", Assert.Single(_log.Of(1)).Id.Name);
        Assert.NotEmpty(_log.Of(3));
        Assert.All(_log.Events, logged => Assert.DoesNotContain(Password, logged.Message + logged.Values, StringComparison.Ordinal));
        Assert.All(_log.Events, logged => Assert.Contains($"'{source.CreateConnection().Database}' on '", logged.Message, StringComparison.Ordinal));
    }

    /// <summary>With an option, the driver adds the content of the row to its message. The log has only the first line of the message.</summary>
    [Fact]
    public async Task Repeated_FailureWithRowContent_LogsNoContent()
    {
        await using NpgsqlDataSource source = NpgsqlDataSource.Create(
            new NpgsqlConnectionStringBuilder(database.ConnectionString) { IncludeErrorDetail = true });
        StoreReporter reporter = new(source, "workflow", _log, TimeProvider.System);
        await using NpgsqlConnection connection = await source.OpenConnectionAsync();
        await using NpgsqlCommand command = new("CREATE TABLE detailed (value text CHECK (value = 'x')); INSERT INTO detailed VALUES ('secret')", connection);
        PostgresException failure = await Assert.ThrowsAsync<PostgresException>(() => command.ExecuteNonQueryAsync());
        Assert.Contains("secret", failure.Message, StringComparison.Ordinal);
        reporter.Repeated(1, 4, failure);
        Assert.DoesNotContain("secret", Assert.Single(_log.Events).ToString(), StringComparison.Ordinal);
    }
}
