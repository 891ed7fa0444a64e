using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Conformance;
using Workflow.Persistence.Sql.Tests.Engines;
using Workflow.Testing;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>The tested stores on SQLite, each with its own file. Their clock stands still until the test advances it.</summary>
internal sealed class SqliteStore : TestedStore
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(30);

    private readonly List<SqliteFile> _files = [];

    private readonly VirtualTimeProvider _clock = new();

    public SqliteStore()
    {
    }

    /// <summary>Creates the object with a clock that starts at a time.</summary>
    public SqliteStore(DateTimeOffset start) => _clock = new VirtualTimeProvider(start);

    /// <summary>The files of the stores, in the order of their creation.</summary>
    public IReadOnlyList<SqliteFile> Files => _files;

    public override TimeSpan LeaseTime => 2 * Period;

    public override InstanceStore Create(InstanceCompletionAction completionAction) =>
        Create(new SqlInstanceStoreOptions { CompletionAction = completionAction });

    /// <summary>Creates a store that differs from the others only in its options and its file.</summary>
    public SqlInstanceStore Create(SqlInstanceStoreOptions options)
    {
        SqliteFile file = new();
        _files.Add(file);

        // Runs the scripts as an administrator does, without the store.
        new ScriptFolder("Sqlite", "workflow").Versions.ToList().ForEach(script => file.Run(script));
        options.TimeProvider = _clock;
        options.LeaseRenewalPeriod = Period;
        return file.WithoutSchema(options);
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
