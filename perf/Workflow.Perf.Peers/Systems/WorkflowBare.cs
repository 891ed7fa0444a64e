using System.Collections.Concurrent;
using System.Data.Common;
using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;
using Workflow.Persistence.Sql;

namespace Workflow.Perf.Peers.Systems;

/// <summary>
/// This product without client and host: the application keeps each instance as an object, saves the instance when it waits, and calls it for each message.
/// </summary>
internal sealed class WorkflowBare : SystemUnderTest
{
    private readonly ConcurrentDictionary<Guid, WorkflowApplication> _applications = new();
    private SqlInstanceStore _store = null!;
    private EffectWriter _effects = null!;
    private TwoMessageWorkflow _definition = null!;
    private string? _unfinished;

    public override string? CountUnfinished => _unfinished;

    public override async Task StartAsync(Place place)
    {
        DbDataSource source = WorkflowHosted.SourceOf(place);
        _store = new SqlInstanceStore(source, new SqlInstanceStoreOptions());
        await _store.EnsureSchemaAsync(CancellationToken.None);
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(_store, null, WorkflowIdentityFilter.Any);
        _effects = new EffectWriter(source);
        _definition = new TwoMessageWorkflow(_effects);
        _unfinished = WorkflowHosted.Unfinished(place);
    }

    public override async Task BeginAsync(Guid instance)
    {
        WorkflowApplication application = new(_definition, new Dictionary<string, object?> { [nameof(TwoMessageWorkflow.Instance)] = instance })
        {
            InstanceStore = _store,
        };
        application.AddInitialInstanceKeys([instance]);
        application.Run();
        await application.PersistAsync();
        application.PersistableIdle = static _ => PersistableIdleAction.Persist;
        _applications[instance] = application;
    }

    public override async Task SendAsync(Guid instance, int step)
    {
        await _applications[instance].ResumeBookmarkAsync(TwoMessageWorkflow.Bookmark, step);
        if (step == Second)
        {
            _applications.TryRemove(instance, out _);
        }
    }

    public override async ValueTask DisposeAsync()
    {
        await _store.DisposeAsync();
        _effects.Dispose();
    }
}
