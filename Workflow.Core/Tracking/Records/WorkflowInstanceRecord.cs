namespace Workflow.Tracking;

/// <summary>Reports that a workflow instance reached a state.</summary>
/// <inheritdoc cref="TrackingRecord" path="/remarks"/>
public class WorkflowInstanceRecord : TrackingRecord
{
    /// <summary>Creates a record without a number.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="state">One of <see cref="WorkflowInstanceStates"/>.</param>
    /// <exception cref="ArgumentException">The definition's id is null, or the state null or empty.</exception>
    public WorkflowInstanceRecord(Guid instanceId, string activityDefinitionId, string state)
        : this(instanceId, 0, activityDefinitionId, state, null)
    {
    }

    /// <summary>Creates a record. The engine creates its own records itself.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The number of the record in the instance, counted from 0.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="state">One of <see cref="WorkflowInstanceStates"/>.</param>
    /// <exception cref="ArgumentException">The definition's id is null, or the state null or empty.</exception>
    public WorkflowInstanceRecord(Guid instanceId, long recordNumber, string activityDefinitionId, string state)
        : this(instanceId, recordNumber, activityDefinitionId, state, null)
    {
    }

    /// <summary>Creates a record without a number, of a definition that has an identity.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="state">One of <see cref="WorkflowInstanceStates"/>.</param>
    /// <param name="workflowDefinitionIdentity">The identity of the definition; null for none.</param>
    /// <exception cref="ArgumentException">The definition's id is null, or the state null or empty.</exception>
    public WorkflowInstanceRecord(Guid instanceId, string activityDefinitionId, string state, WorkflowIdentity? workflowDefinitionIdentity)
        : this(instanceId, 0, activityDefinitionId, state, workflowDefinitionIdentity)
    {
    }

    /// <summary>Creates a record of a definition that has an identity. The engine creates its own records itself.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The number of the record in the instance, counted from 0.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="state">One of <see cref="WorkflowInstanceStates"/>.</param>
    /// <param name="workflowDefinitionIdentity">The identity of the definition; null for none.</param>
    /// <exception cref="ArgumentException">The definition's id is null, or the state null or empty.</exception>
    public WorkflowInstanceRecord(Guid instanceId, long recordNumber, string activityDefinitionId, string state, WorkflowIdentity? workflowDefinitionIdentity)
        : base(instanceId, recordNumber)
    {
        ArgumentNullException.ThrowIfNull(activityDefinitionId);
        ArgumentException.ThrowIfNullOrEmpty(state);
        ActivityDefinitionId = activityDefinitionId;
        State = state;
        WorkflowDefinitionIdentity = workflowDefinitionIdentity;
    }

    /// <summary>Initializes a copy.</summary>
    /// <param name="record">The record to copy.</param>
    /// <exception cref="ArgumentNullException">The record is null.</exception>
    protected WorkflowInstanceRecord(WorkflowInstanceRecord record)
        : base(record)
    {
        ActivityDefinitionId = record.ActivityDefinitionId;
        State = record.State;
        WorkflowDefinitionIdentity = record.WorkflowDefinitionIdentity;
    }

    /// <summary>The identity of the definition; null if it has none.</summary>
    public WorkflowIdentity? WorkflowDefinitionIdentity { get; protected set; }

    /// <summary>The state of the instance, one of <see cref="WorkflowInstanceStates"/>.</summary>
    public string State { get; }

    /// <summary>The display name of the workflow's root.</summary>
    public string ActivityDefinitionId { get; }

    /// <inheritdoc/>
    protected override TrackingRecord Clone() => new WorkflowInstanceRecord(this);

    /// <inheritdoc/>
    public override string ToString() => $"WorkflowInstanceRecord {{ {CommonText}, State = {State}{IdentityText} }}";

    /// <summary>The first part of the text of instance records.</summary>
    private protected string CommonText => $"{base.ToString()}, ActivityDefinitionId = {ActivityDefinitionId}";

    /// <summary>The last part of the text of instance records; empty for a definition without an identity.</summary>
    private protected string IdentityText => WorkflowDefinitionIdentity is null ? string.Empty : $", WorkflowDefinitionIdentity = {WorkflowDefinitionIdentity}";
}
