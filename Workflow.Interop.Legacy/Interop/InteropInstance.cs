extern alias WorkflowCore;
using System.Collections.Concurrent;
using System.Xml.Linq;
using Workflow.Interop.Legacy.Activities;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy;

/// <summary>
/// The legacy activities that run in one workflow instance, by the ids of their <c>Interop</c> activities, and the saved state of those that are not loaded.
/// The state is saved with the instance and loaded on demand.
/// </summary>
internal sealed class InteropInstance : PersistenceParticipant, IDisposable
{
    private static readonly XName Runs = XName.Get("runs", "urn:workflow:interop:legacy");
    private readonly ConcurrentDictionary<string, InteropRun> _live = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, InteropSave> _saved = new(StringComparer.Ordinal);
    private ExternalDataExchangeService? _exchange;
    private Guid _instanceId;

    /// <summary>Returns a run that is loaded; null if there is none.</summary>
    public InteropRun? Find(string activityId) => _live.GetValueOrDefault(activityId);

    /// <summary>Removes and returns the saved state of a run that is not loaded; null if there is none.</summary>
    public InteropSave? TakeSaved(string activityId) => _saved.TryRemove(activityId, out InteropSave? saved) ? saved : null;

    /// <summary>Stores a run; removes a run that has ended.</summary>
    public void Update(string activityId, InteropRun run)
    {
        if (run.IsEnded)
        {
            _live.TryRemove(activityId, out _);
        }
        else
        {
            _live[activityId] = run;
        }
    }

    /// <summary>
    /// Registers the instance with the exchange service of the host, if there is one, so that the service can check for which events the activities wait.
    /// </summary>
    public void Connect(ActivityContext context)
    {
        if (_exchange is null && context.GetExtension<ExternalDataExchangeService>() is { } exchange)
        {
            (_exchange, _instanceId) = (exchange, context.WorkflowInstanceId);
            exchange.Connect(_instanceId, HasQueue);
        }
    }

    /// <summary>Called when the instance leaves memory. Disconnects the exchange service and unloads the activities.</summary>
    public void Dispose()
    {
        _exchange?.Disconnect(_instanceId);
        foreach (InteropRun run in _live.Values)
        {
            run.Unload();
        }

        _live.Clear();
    }

    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        (readWriteValues, writeOnlyValues) = (null, null);
        List<object?> values = [];
        foreach ((string activityId, InteropSave save) in _saved.Concat(_live.Select(static entry => KeyValuePair.Create(entry.Key, entry.Value.Save()))))
        {
            values.AddRange([activityId, save.State, save.Bookmarks]);
        }

        if (values.Count > 0)
        {
            readWriteValues = new Dictionary<XName, object?> { [Runs] = values.ToArray() };
        }
    }

    protected override void PublishValues(IDictionary<XName, object?> readWriteValues)
    {
        if (!readWriteValues.TryGetValue(Runs, out object? value))
        {
            return;
        }

        object?[] values = value as object?[] ?? throw Unreadable();
        if (values.Length % 3 != 0)
        {
            throw Unreadable();
        }

        for (int i = 0; i < values.Length; i += 3)
        {
            if (values[i] is not string activityId || values[i + 1] is not byte[] state || values[i + 2] is not object?[] bookmarks
                || !Array.TrueForAll(bookmarks, static bookmark => bookmark is Bookmark) || !_saved.TryAdd(activityId, new InteropSave(state, bookmarks)))
            {
                throw Unreadable();
            }
        }
    }

    // The queues of saved runs are unknown until the runs are loaded; assume that the queue exists.
    private bool HasQueue(EventQueueName queue) => !_saved.IsEmpty || _live.Values.Any(run => run.HasQueue(queue));

    private static SnapshotException Unreadable() =>
        new("The saved WF3 activities of the instance cannot be read; restore the instance from a backup.");
}

/// <summary>The saved state of a legacy activity: its bytes, and its bookmarks, which stay valid after a load.</summary>
internal sealed record InteropSave(byte[] State, object?[] Bookmarks);
