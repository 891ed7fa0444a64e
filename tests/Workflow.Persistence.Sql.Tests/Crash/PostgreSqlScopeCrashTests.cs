using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>Runs the tests on PostgreSQL, where the clock of the server decides about leases.</summary>
public sealed class PostgreSqlScopeCrashTests(PostgreSqlTestDatabase database) : ScopeCrashTests, IClassFixture<PostgreSqlTestDatabase>
{
    private readonly PostgreSqlStore _tested = new(database);

    protected override string Instances => "workflow.instances";

    protected override string Target => _tested.Schema;

    protected override string Connection => database.ConnectionString;

    public override async Task InitializeAsync()
    {
        await _tested.InitializeAsync();
        await _tested.RunAsync("DROP TABLE IF EXISTS app_effect; CREATE TABLE app_effect (id text NOT NULL, step integer NOT NULL)");
    }

    public override Task DisposeAsync() => _tested.DisposeAsync();

    protected override Task PassLeasesAsync() => _tested.PassAsync(TimeSpan.FromMinutes(5));

    protected override Task<List<object?[]>> ReadAsync(string text) => _tested.ReadAsync(text);
}
