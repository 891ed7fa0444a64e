using Workflow.Core.Tests.Persistence;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Engines;
using Workflow.Testing;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>Stores on SQLite for the suites of all stores, each on a file of its own, with a clock that stands.</summary>
internal sealed class SqliteStore : TestedStore
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(30);

    private readonly List<SqliteFile> _files = [];

    private readonly VirtualTimeProvider _clock = new();

    public override TimeSpan LeaseTime => 2 * Period;

    public override InstanceStore Create(InstanceCompletionAction completionAction)
    {
        SqliteFile file = new();
        _files.Add(file);

        // As an administrator would, by hand.
        new ScriptFolder("Sqlite", "workflow").Versions.ToList().ForEach(script => file.Run(script));
        return file.WithoutSchema(new SqlInstanceStoreOptions { TimeProvider = _clock, CompletionAction = completionAction, LeaseRenewalPeriod = Period });
    }

    public override Task PassAsync(TimeSpan time)
    {
        _clock.Advance(time);
        return Task.CompletedTask;
    }

    public override async Task DisposeAsync()
    {
        foreach (SqliteFile file in _files)
        {
            await file.DisposeAsync();
        }
    }
}
