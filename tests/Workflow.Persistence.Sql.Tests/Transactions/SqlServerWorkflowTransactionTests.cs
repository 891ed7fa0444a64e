using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Tests of transactions of workflows on SQL Server.</summary>
public sealed class SqlServerWorkflowTransactionTests(SqlServerTestDatabase database) : WorkflowTransactionTests, IClassFixture<SqlServerTestDatabase>
{
    private readonly SqlServerStore _tested = new(database);

    protected override string Instances => $"{_tested.Schema}.instances";

    /// <summary>The number of scopes, kept low because the first save on each new connection can be slow.</summary>
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

    /// <summary>Reads a value. Converts a count, which is a 32-bit number on SQL Server, to 64 bits.</summary>
    protected override async Task<object?> ReadAsync(string text) =>
        await _tested.ReadValueAsync(text) is var value && value is int number ? (long)number : value;
}
