using System.Data.Common;
using Npgsql;
using Workflow.Persistence.Sql.Tests.Documents;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Schema;

/// <summary>Tests of the roles on PostgreSQL.</summary>
public sealed class PostgreSqlRolesTests(PostgreSqlTestDatabase database) : ServerRolesTests(database), IClassFixture<PostgreSqlTestDatabase>
{
    private const string Denied = "42501";

    protected override string Password => "pass-word-of-the-test";

    protected override string RefusedText => $"give the login the rights on the schema '{Name}'";

    public override async Task DisposeAsync()
    {
        foreach (string role in Roles)
        {
            await RunAsync(database.DataSource, $"DROP OWNED BY {Name}_{role}_login, {Name}_{role} CASCADE");
            await RunAsync(database.DataSource, $"DROP ROLE {Name}_{role}_login, {Name}_{role}");
        }
    }

    [Fact]
    public async Task Owner_ChangesSchema()
    {
        await using DbDataSource owner = SourceFor("owner");
        await using SqlInstanceStore store = StoreOf(owner);
        await store.EnsureSchemaAsync(None);
        await RunAsync(owner, $"ALTER TABLE {Name}.instance ADD COLUMN more integer; CREATE OR REPLACE VIEW {Name}.definitions_more AS SELECT 1 AS one");
        await RunAsync(owner, $"INSERT INTO {Name}.schema_version VALUES (98, now()); DELETE FROM {Name}.schema_version WHERE version = 98");
    }

    protected override Task RunScriptAsync() => RunAsync(
        database.DataSource,
        PersistenceSqlTests.Document("Workflow.Persistence.Sql/Engines/PostgreSql/Rights/Roles.sql").Replace("workflow", Name, StringComparison.Ordinal));

    protected override Task AddLoginAsync(string login, string role) =>
        RunAsync(database.DataSource, $"CREATE ROLE {login} LOGIN PASSWORD '{Password}' IN ROLE {role}");

    protected override DbDataSource SourceFor(string role) => NpgsqlDataSource.Create(
        new NpgsqlConnectionStringBuilder(database.ConnectionString) { Username = $"{Name}_{role}_login", Password = Password, Pooling = false });

    protected override async Task AssertDeniedAsync(DbDataSource source, string text) =>
        Assert.Equal(Denied, (await Assert.ThrowsAsync<PostgresException>(() => RunAsync(source, text))).SqlState);
}
