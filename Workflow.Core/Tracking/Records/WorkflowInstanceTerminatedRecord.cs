using System.Diagnostics.Tracing;

namespace Workflow.Tracking;

/// <summary>Reports that a workflow instance was terminated; has the level <see cref="EventLevel.Error"/>.</summary>
/// <inheritdoc cref="TrackingRecord" path="/remarks"/>
public sealed class WorkflowInstanceTerminatedRecord : WorkflowInstanceRecord
{
    /// <summary>Creates a record without a number.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="reason">The reason as text; may be empty.</param>
    /// <exception cref="ArgumentNullException">The definition's id or the reason is null.</exception>
    public WorkflowInstanceTerminatedRecord(Guid instanceId, string activityDefinitionId, string reason)
        : this(instanceId, 0, activityDefinitionId, reason, null)
    {
    }

    /// <summary>Creates a record. The engine creates its own records itself.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The number of the record in the instance, counted from 0.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="reason">The reason as text; may be empty.</param>
    /// <exception cref="ArgumentNullException">The definition's id or the reason is null.</exception>
    public WorkflowInstanceTerminatedRecord(Guid instanceId, long recordNumber, string activityDefinitionId, string reason)
        : this(instanceId, recordNumber, activityDefinitionId, reason, null)
    {
    }

    /// <summary>Creates a record without a number, of a definition that has an identity.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="reason">The reason as text; may be empty.</param>
    /// <param name="workflowDefinitionIdentity">The identity of the definition; null for none.</param>
    /// <exception cref="ArgumentNullException">The definition's id or the reason is null.</exception>
    public WorkflowInstanceTerminatedRecord(Guid instanceId, string activityDefinitionId, string reason, WorkflowIdentity? workflowDefinitionIdentity)
        : this(instanceId, 0, activityDefinitionId, reason, workflowDefinitionIdentity)
    {
    }

    /// <summary>Creates a record of a definition that has an identity. The engine creates its own records itself.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The number of the record in the instance, counted from 0.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="reason">The reason as text; may be empty.</param>
    /// <param name="workflowDefinitionIdentity">The identity of the definition; null for none.</param>
    /// <exception cref="ArgumentNullException">The definition's id or the reason is null.</exception>
    public WorkflowInstanceTerminatedRecord(
        Guid instanceId, long recordNumber, string activityDefinitionId, string reason, WorkflowIdentity? workflowDefinitionIdentity)
        : base(instanceId, recordNumber, activityDefinitionId, WorkflowInstanceStates.Terminated, workflowDefinitionIdentity)
    {
        ArgumentNullException.ThrowIfNull(reason);
        Reason = reason;
        Level = EventLevel.Error;
    }

    private WorkflowInstanceTerminatedRecord(WorkflowInstanceTerminatedRecord record)
        : base(record) => Reason = record.Reason;

    /// <summary>The reason as text; may be empty.</summary>
    public string Reason { get; }

    /// <inheritdoc/>
    protected override TrackingRecord Clone() => new WorkflowInstanceTerminatedRecord(this);

    /// <inheritdoc/>
    public override string ToString() => $"WorkflowInstanceTerminatedRecord {{ {CommonText}, Reason = {Reason}{IdentityText} }} ";
}
