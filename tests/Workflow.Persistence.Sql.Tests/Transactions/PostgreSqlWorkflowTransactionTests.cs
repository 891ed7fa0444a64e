using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Tests of transactions of workflows on PostgreSQL.</summary>
public sealed class PostgreSqlWorkflowTransactionTests(PostgreSqlTestDatabase database) : WorkflowTransactionTests, IClassFixture<PostgreSqlTestDatabase>
{
    private readonly PostgreSqlStore _tested = new(database);

    protected override string Instances => "workflow.instances";

    public override async Task InitializeAsync()
    {
        await _tested.InitializeAsync();
        await _tested.RunAsync("DROP TABLE IF EXISTS app_row");
        await base.InitializeAsync();
    }

    public override Task DisposeAsync() => _tested.DisposeAsync();

    protected override Task<SqlInstanceStore> StoreAsync() => Task.FromResult(_tested.Create(new SqlInstanceStoreOptions()));

    protected override Task RunAsync(string text) => _tested.RunAsync(text);

    protected override Task<object?> ReadAsync(string text) => _tested.ReadValueAsync(text);
}
