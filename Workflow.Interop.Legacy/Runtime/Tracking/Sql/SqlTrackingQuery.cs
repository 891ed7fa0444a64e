using System.Data.Common;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Reads the records that a <see cref="SqlTrackingService"/> has written. Thread-safe after the types have been added.</summary>
public sealed class SqlTrackingQuery
{
    private readonly TrackingDatabase _database;

    /// <summary>Creates a query.</summary>
    /// <param name="source">The data source of the connections.</param>
    /// <exception cref="NotSupportedException">The connections are not connections of Microsoft.Data.Sqlite, Npgsql or Microsoft.Data.SqlClient.</exception>
    public SqlTrackingQuery(DbDataSource source)
    {
        ArgumentNullException.ThrowIfNull(source);
        _database = new TrackingDatabase(source);
    }

    /// <summary>Creates a query for a connection string.</summary>
    /// <param name="connectionString">The connection string. <see cref="WorkflowDatabases.OpenDataSource"/> opens the database.</param>
    /// <exception cref="InvalidOperationException"><see cref="WorkflowDatabases.OpenDataSource"/> is not set.</exception>
    public SqlTrackingQuery(string connectionString)
        : this(WorkflowDatabases.DataSource(connectionString))
    {
    }

    /// <summary>
    /// The application's types of workflows and activities. Empty by default. A type in the database that is neither in this collection nor in this package is
    /// null in results.
    /// </summary>
    public ICollection<Type> KnownTypes { get; } = [];

    /// <summary>Returns the instances that meet all conditions, oldest first.</summary>
    /// <param name="options">The conditions.</param>
    /// <exception cref="DbException">The database cannot be used.</exception>
    public IList<SqlTrackingWorkflowInstance> GetWorkflows(SqlTrackingQueryOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        (string where, (string, object?)[] values) = options.Compose();
        return Read(where, values);
    }

    /// <summary>Finds an instance.</summary>
    /// <param name="workflowInstanceId">The id of the instance.</param>
    /// <param name="workflowInstance">The instance, or null.</param>
    /// <returns>True if the database contains the instance.</returns>
    /// <exception cref="DbException">The database cannot be used.</exception>
    public bool TryGetWorkflow(Guid workflowInstanceId, out SqlTrackingWorkflowInstance? workflowInstance)
    {
        workflowInstance = Read("instance_id = @instance_id", [("@instance_id", workflowInstanceId)]).FirstOrDefault();
        return workflowInstance is not null;
    }

    internal List<SqlTrackingWorkflowInstance> Read(string where, (string Name, object? Value)[] values)
    {
        TrackedEvents events = new(_database, new ProfileTypes(KnownTypes));
        return BlockingCall.WaitApart(() => _database.QueryAsync(
            $"SELECT instance_id, workflow_type, caller_instance_id, initialized, status FROM workflow_tracking_instances WHERE {where} ORDER BY initialized, instance_id",
            values,
            row => new SqlTrackingWorkflowInstance(this, events)
            {
                WorkflowInstanceId = row.GetGuid(0),
                WorkflowTypeName = row.GetString(1),
                WorkflowType = events.TypeOf(row.GetString(1)),
                InvokingWorkflowInstanceId = row.IsDBNull(2) ? Guid.Empty : row.GetGuid(2),
                Initialized = TrackedEvents.Utc(row.GetDateTime(3)),
                Status = (WorkflowStatus)row.GetInt32(4),
            },
            CancellationToken.None));
    }
}
