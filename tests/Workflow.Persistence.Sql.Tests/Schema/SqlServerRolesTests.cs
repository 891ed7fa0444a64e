using System.Data.Common;
using System.Text.RegularExpressions;
using Microsoft.Data.SqlClient;
using Workflow.Persistence.Sql.Tests.Documents;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Schema;

/// <summary>Tests of the roles on SQL Server.</summary>
public sealed partial class SqlServerRolesTests(SqlServerTestDatabase database) : ServerRolesTests(database), IClassFixture<SqlServerTestDatabase>
{
    private const int Denied = 229, NotSupported = 33557097;

    /// <summary>The parts of the script that the server reported as not supported.</summary>
    private readonly List<string> _refused = [];

    protected override string Password => "Pass-word-of-the-test-1";

    protected override string RefusedText => $"'{Name}'";

    public override Task DisposeAsync()
    {
        foreach (string role in Roles)
        {
            using SqlConnection connection = new(ConnectionStringFor(role));
            SqlConnection.ClearPool(connection);
        }

        return Task.CompletedTask;
    }

    /// <summary>A server may report only parts of the owner role as not supported. In that case, the rights of the owner are not tested.</summary>
    [Fact]
    public async Task Owner_ChangesSchema()
    {
        Assert.All(_refused, part => Assert.Contains($"{Name}_owner", part, StringComparison.Ordinal));
        if (_refused.Count == 0)
        {
            await using DbDataSource owner = SourceFor("owner");
            await using SqlInstanceStore store = StoreOf(owner);
            await store.EnsureSchemaAsync(None);
            await RunAsync(owner, $"ALTER TABLE {Name}.instance ADD more int");
            await RunAsync(owner, $"CREATE VIEW {Name}.definitions_more AS SELECT 1 AS one");
        }
    }

    protected override async Task RunScriptAsync()
    {
        string script = PersistenceSqlTests
            .Document("Workflow.Persistence.Sql/Engines/SqlServer/Rights/Roles.sql")
            .Replace("workflow", Name, StringComparison.Ordinal);
        foreach (string part in PartEnd().Split(script).Where(part => !string.IsNullOrWhiteSpace(part)))
        {
            try
            {
                await RunAsync(database.DataSource, part);
            }
            catch (SqlException failure) when (failure.Number == NotSupported)
            {
                _refused.Add(part);
            }
        }
    }

    protected override async Task AddLoginAsync(string login, string role)
    {
        await RunAsync(database.DataSource, $"CREATE LOGIN {login} WITH PASSWORD = '{Password}'");
        await RunAsync(database.DataSource, $"CREATE USER {login} FOR LOGIN {login}");
        await RunAsync(database.DataSource, $"ALTER ROLE {role} ADD MEMBER {login}");
    }

    protected override DbDataSource SourceFor(string role) => SqlClientFactory.Instance.CreateDataSource(ConnectionStringFor(role));

    protected override async Task AssertDeniedAsync(DbDataSource source, string text) =>
        Assert.Equal(Denied, (await Assert.ThrowsAsync<SqlException>(() => RunAsync(source, text))).Number);

    /// <summary>Checks the type of the exception only, because the error number differs between statements.</summary>
    protected override Task AssertNoSchemaChangeAsync(DbDataSource source, string text) => Assert.ThrowsAsync<SqlException>(() => RunAsync(source, text));

    private string ConnectionStringFor(string role) =>
        new SqlConnectionStringBuilder(database.ConnectionString) { UserID = $"{Name}_{role}_login", Password = Password }.ConnectionString;

    [GeneratedRegex(@"^GO\r?$", RegexOptions.Multiline | RegexOptions.NonBacktracking)]
    private static partial Regex PartEnd();
}
