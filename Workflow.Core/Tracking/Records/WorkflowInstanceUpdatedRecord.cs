namespace Workflow.Tracking;

/// <summary>
/// Reports that the definition of a workflow instance was replaced, or could not be replaced. For stores and tools; the hosts of this library do not replace
/// definitions.
/// </summary>
/// <inheritdoc cref="TrackingRecord" path="/remarks"/>
public sealed class WorkflowInstanceUpdatedRecord : WorkflowInstanceRecord
{
    /// <summary>Creates a record without a number.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="originalDefinitionIdentity">The identity of the original definition; null for none.</param>
    /// <param name="updatedDefinitionIdentity">The identity of the new definition; null for none.</param>
    /// <param name="isSuccessful">True if the instance has the new definition.</param>
    /// <exception cref="ArgumentNullException">The definition's id is null.</exception>
    public WorkflowInstanceUpdatedRecord(
        Guid instanceId,
        string activityDefinitionId,
        WorkflowIdentity? originalDefinitionIdentity,
        WorkflowIdentity? updatedDefinitionIdentity,
        bool isSuccessful)
        : this(instanceId, 0, activityDefinitionId, originalDefinitionIdentity, updatedDefinitionIdentity, isSuccessful)
    {
    }

    /// <summary>Creates a record.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The number of the record in the instance, counted from 0.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="originalDefinitionIdentity">The identity of the original definition; null for none.</param>
    /// <param name="updatedDefinitionIdentity">The identity of the new definition; null for none.</param>
    /// <param name="isSuccessful">True if the instance has the new definition.</param>
    /// <exception cref="ArgumentNullException">The definition's id is null.</exception>
    public WorkflowInstanceUpdatedRecord(
        Guid instanceId,
        long recordNumber,
        string activityDefinitionId,
        WorkflowIdentity? originalDefinitionIdentity,
        WorkflowIdentity? updatedDefinitionIdentity,
        bool isSuccessful)
        : base(
            instanceId, recordNumber, activityDefinitionId, isSuccessful ? WorkflowInstanceStates.Updated : WorkflowInstanceStates.UpdateFailed,
            updatedDefinitionIdentity)
    {
        OriginalDefinitionIdentity = originalDefinitionIdentity;
        IsSuccessful = isSuccessful;
    }

    private WorkflowInstanceUpdatedRecord(WorkflowInstanceUpdatedRecord record)
        : base(record)
    {
        OriginalDefinitionIdentity = record.OriginalDefinitionIdentity;
        IsSuccessful = record.IsSuccessful;
    }

    /// <summary>The identity of the original definition; null for none.</summary>
    public WorkflowIdentity? OriginalDefinitionIdentity { get; }

    /// <summary>True if the instance has the new definition.</summary>
    public bool IsSuccessful { get; }

    /// <inheritdoc/>
    protected override TrackingRecord Clone() => new WorkflowInstanceUpdatedRecord(this);

    /// <inheritdoc/>
    public override string ToString() =>
        $"WorkflowInstanceUpdatedRecord {{ {CommonText}, State = {State}, OriginalDefinitionIdentity = {OriginalDefinitionIdentity}, "
        + $"UpdatedDefinitionIdentity = {WorkflowDefinitionIdentity}, IsSuccessful = {IsSuccessful} }} ";
}
