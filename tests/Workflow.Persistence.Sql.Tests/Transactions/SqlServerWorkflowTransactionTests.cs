using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>On SQL Server.</summary>
public sealed class SqlServerWorkflowTransactionTests(SqlServerTestDatabase database) : WorkflowTransactionTests, IClassFixture<SqlServerTestDatabase>
{
    private readonly SqlServerStore _tested = new(database);

    protected override string Instances => $"{_tested.Schema}.instances";

    /// <summary>Each connection costs the engine of the tests a second for its first save.</summary>
    protected override int Concurrent => 4;

    public override async Task InitializeAsync()
    {
        await _tested.InitializeAsync();
        await _tested.RunAsync("DROP TABLE IF EXISTS app_row");
        await base.InitializeAsync();
    }

    public override Task DisposeAsync() => _tested.DisposeAsync();

    protected override Task<SqlInstanceStore> StoreAsync() => Task.FromResult(_tested.Create(new SqlInstanceStoreOptions()));

    protected override Task RunAsync(string text) => _tested.RunAsync(text);

    /// <summary>A count is a number of 32 bits there.</summary>
    protected override async Task<object?> ReadAsync(string text) => await _tested.ReadValueAsync(text) is var value && value is int number ? (long)number : value;
}
