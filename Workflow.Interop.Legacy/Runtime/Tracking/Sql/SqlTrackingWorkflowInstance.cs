using System.Data.Common;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// A tracked instance in the database. The lists of records are read at their first use, and again after <see cref="Refresh"/>. They throw a
/// <see cref="DbException"/> if the database cannot be used. Not thread-safe.
/// </summary>
public class SqlTrackingWorkflowInstance
{
    private readonly SqlTrackingQuery _query;
    private readonly TrackedEvents _events;
    private List<TrackingRecord>? _records;
    private List<SqlTrackingWorkflowInstance>? _invoked;

    internal SqlTrackingWorkflowInstance(SqlTrackingQuery query, TrackedEvents events) => (_query, _events) = (query, events);

    /// <summary>The id of the instance.</summary>
    public Guid WorkflowInstanceId { get; set; }

    /// <summary>The type of the workflow; null if the query does not know the type.</summary>
    public Type? WorkflowType { get; set; }

    /// <summary>
    /// A new tree of <see cref="WorkflowType"/>, without the changes of the instance; null if the query does not know the type. Each read calls the constructor
    /// of the type.
    /// </summary>
    public Activity? WorkflowDefinition => WorkflowType is { IsAbstract: false } type && typeof(Activity).IsAssignableFrom(type)
        ? (Activity?)Activator.CreateInstance(type)
        : null;

    /// <summary>The full name of the type and the name of its assembly.</summary>
    public string WorkflowTypeName { get; set; } = string.Empty;

    /// <summary>The time of the first record, in UTC.</summary>
    public DateTime Initialized { get; set; }

    /// <summary>The status after the last record.</summary>
    public WorkflowStatus Status { get; set; }

    /// <summary>The id of the instance that started this instance with an <c>InvokeWorkflowActivity</c>; empty if the application started it.</summary>
    public Guid InvokingWorkflowInstanceId { get; set; }

    /// <summary>True to read a list again at each use. Default: false.</summary>
    public bool AutoRefresh { get; set; }

    /// <summary>The events of the instance as a whole, in their order.</summary>
    public IList<WorkflowTrackingRecord> WorkflowEvents => [.. Records.OfType<WorkflowTrackingRecord>()];

    /// <summary>The changes of the status of activities, in their order.</summary>
    public IList<ActivityTrackingRecord> ActivityEvents => [.. Records.OfType<ActivityTrackingRecord>()];

    /// <summary>The data that activities sent, in their order.</summary>
    public IList<UserTrackingRecord> UserEvents => [.. Records.OfType<UserTrackingRecord>()];

    /// <summary>The instances that the activities of this instance have started.</summary>
    public IList<SqlTrackingWorkflowInstance> InvokedWorkflows
    {
        get
        {
            _invoked = AutoRefresh ? null : _invoked;
            return _invoked ??= _query.Read("caller_instance_id = @instance_id", [("@instance_id", WorkflowInstanceId)]);
        }
    }

    private List<TrackingRecord> Records
    {
        get
        {
            _records = AutoRefresh ? null : _records;
            return _records ??= _events.Read(WorkflowInstanceId);
        }
    }

    /// <summary>Reads the status now, and makes the next use of each list read the list again.</summary>
    /// <exception cref="DbException">The database cannot be used.</exception>
    public void Refresh()
    {
        _records = null;
        _invoked = null;
        if (_query.TryGetWorkflow(WorkflowInstanceId, out SqlTrackingWorkflowInstance? current))
        {
            Status = current!.Status;
        }
    }
}
