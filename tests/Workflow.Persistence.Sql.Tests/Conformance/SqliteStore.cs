using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>Stores on SQLite for the suites of all stores, each on a file of its own, with a clock that stands.</summary>
internal sealed class SqliteStore : IAsyncDisposable
{
    public static readonly TimeSpan Period = TimeSpan.FromSeconds(30);

    private readonly List<SqliteFile> _files = [];

    public ManualTimeProvider Clock { get; } = new();

    public InstanceStore Create(InstanceCompletionAction completionAction)
    {
        SqliteFile file = new();
        _files.Add(file);

        // As an administrator would, by hand.
        new ScriptFolder("Sqlite", "workflow").Versions.ToList().ForEach(script => file.Run(script));
        return file.WithoutSchema(new SqlInstanceStoreOptions { TimeProvider = Clock, CompletionAction = completionAction, LeaseRenewalPeriod = Period });
    }

    public Task PassAsync(TimeSpan time)
    {
        Clock.Advance(time);
        return Task.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (SqliteFile file in _files)
        {
            await file.DisposeAsync();
        }
    }
}
