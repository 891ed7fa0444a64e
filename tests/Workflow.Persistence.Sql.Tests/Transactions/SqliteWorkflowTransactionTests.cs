using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Tests of transactions of workflows on SQLite.</summary>
public sealed class SqliteWorkflowTransactionTests : WorkflowTransactionTests
{
    private readonly SqliteFile _file = new();

    protected override string Instances => "workflow_instances";

    public override Task DisposeAsync() => _file.DisposeAsync().AsTask();

    protected override Task<SqlInstanceStore> StoreAsync() => _file.StoreAsync();

    protected override Task RunAsync(string text)
    {
        _file.Run(text);
        return Task.CompletedTask;
    }

    protected override Task<object?> ReadAsync(string text) => Task.FromResult(_file.ReadValue(text));
}
