using Npgsql;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>
/// Tests of the error messages for wrong connection strings. A message names the server, the problem and the solution, and contains no password.
/// </summary>
public sealed class PostgreSqlMessageTests(PostgreSqlTestDatabase database) : IClassFixture<PostgreSqlTestDatabase>
{
    private const string Password = "pass-word-of-the-test";

    [Fact]
    public Task Connect_DatabaseMissing_ThrowsWithName() => AssertFailsAsync(
        new NpgsqlConnectionStringBuilder(database.ConnectionString) { Database = "no_such_database" },
        "The PostgreSQL database 'no_such_database' on '",
        "does not exist; create it, or correct the connection string.");

    [Fact]
    public Task Connect_ServerMissing_ThrowsWithName() => AssertFailsAsync(
        new NpgsqlConnectionStringBuilder { Host = "127.0.0.1", Port = 1, Database = "orders", Username = "app" },
        "The PostgreSQL database 'orders' on 'tcp://127.0.0.1:1', schema 'workflow', cannot be reached: ",
        "check the connection string, the network and the server.");

    private static async Task AssertFailsAsync(NpgsqlConnectionStringBuilder connection, string begin, string end)
    {
        connection.Password = Password;
        connection.Pooling = false;
        await using NpgsqlDataSource source = NpgsqlDataSource.Create(connection);
        await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions { MaxRetryAttempts = 0 });
        InstancePersistenceException failure = await Assert.ThrowsAnyAsync<InstancePersistenceException>(() => store.EnsureSchemaAsync(CancellationToken.None));
        Assert.StartsWith(begin, failure.Message, StringComparison.Ordinal);
        Assert.EndsWith(end, failure.Message, StringComparison.Ordinal);
        for (Exception? inner = failure; inner is not null; inner = inner.InnerException)
        {
            Assert.DoesNotContain(Password, inner.ToString(), StringComparison.Ordinal);
        }
    }
}
