using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>Runs the tests on SQLite.</summary>
public sealed class SqliteScopeCrashTests : ScopeCrashTests
{
    private readonly SqliteFile _file = new();

    protected override string Instances => "workflow_instances";

    protected override string Target => _file.Name;

    public override async Task InitializeAsync()
    {
        await _file.StoreAsync();
        _file.Run("CREATE TABLE app_effect (id TEXT NOT NULL, step INTEGER NOT NULL)");
    }

    public override Task DisposeAsync() => _file.DisposeAsync().AsTask();

    protected override Task<List<object?[]>> ReadAsync(string text) => Task.FromResult(_file.Read(text));
}
