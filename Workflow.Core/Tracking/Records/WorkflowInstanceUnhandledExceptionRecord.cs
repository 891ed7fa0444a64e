using System.Diagnostics.Tracing;

namespace Workflow.Tracking;

/// <summary>Reports that an unhandled exception left the workflow; has the level <see cref="EventLevel.Error"/>.</summary>
/// <inheritdoc cref="TrackingRecord" path="/remarks"/>
public sealed class WorkflowInstanceUnhandledExceptionRecord : WorkflowInstanceRecord
{
    /// <summary>Creates a record without a number.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="faultSource">The activity that threw the exception.</param>
    /// <param name="exception">The exception.</param>
    /// <exception cref="ArgumentNullException">The definition's id, the activity or the exception is null.</exception>
    public WorkflowInstanceUnhandledExceptionRecord(Guid instanceId, string activityDefinitionId, ActivityInfo faultSource, Exception exception)
        : this(instanceId, 0, activityDefinitionId, faultSource, exception, null)
    {
    }

    /// <summary>Creates a record. The engine creates its own records itself.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The number of the record in the instance, counted from 0.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="faultSource">The activity that threw the exception.</param>
    /// <param name="exception">The exception.</param>
    /// <exception cref="ArgumentNullException">The definition's id, the activity or the exception is null.</exception>
    public WorkflowInstanceUnhandledExceptionRecord(
        Guid instanceId, long recordNumber, string activityDefinitionId, ActivityInfo faultSource, Exception exception)
        : this(instanceId, recordNumber, activityDefinitionId, faultSource, exception, null)
    {
    }

    /// <summary>Creates a record without a number, of a definition that has an identity.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="faultSource">The activity that threw the exception.</param>
    /// <param name="exception">The exception.</param>
    /// <param name="workflowDefinitionIdentity">The identity of the definition; null for none.</param>
    /// <exception cref="ArgumentNullException">The definition's id, the activity or the exception is null.</exception>
    public WorkflowInstanceUnhandledExceptionRecord(
        Guid instanceId, string activityDefinitionId, ActivityInfo faultSource, Exception exception, WorkflowIdentity? workflowDefinitionIdentity)
        : this(instanceId, 0, activityDefinitionId, faultSource, exception, workflowDefinitionIdentity)
    {
    }

    /// <summary>Creates a record of a definition that has an identity. The engine creates its own records itself.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The number of the record in the instance, counted from 0.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <param name="faultSource">The activity that threw the exception.</param>
    /// <param name="exception">The exception.</param>
    /// <param name="workflowDefinitionIdentity">The identity of the definition; null for none.</param>
    /// <exception cref="ArgumentNullException">The definition's id, the activity or the exception is null.</exception>
    public WorkflowInstanceUnhandledExceptionRecord(
        Guid instanceId,
        long recordNumber,
        string activityDefinitionId,
        ActivityInfo faultSource,
        Exception exception,
        WorkflowIdentity? workflowDefinitionIdentity)
        : base(instanceId, recordNumber, activityDefinitionId, WorkflowInstanceStates.UnhandledException, workflowDefinitionIdentity)
    {
        ArgumentNullException.ThrowIfNull(faultSource);
        ArgumentNullException.ThrowIfNull(exception);
        FaultSource = faultSource;
        UnhandledException = exception;
        Level = EventLevel.Error;
    }

    private WorkflowInstanceUnhandledExceptionRecord(WorkflowInstanceUnhandledExceptionRecord record)
        : base(record)
    {
        FaultSource = record.FaultSource;
        UnhandledException = record.UnhandledException;
    }

    /// <summary>The exception.</summary>
    public Exception UnhandledException { get; }

    /// <summary>The activity that threw the exception.</summary>
    public ActivityInfo FaultSource { get; }

    /// <inheritdoc/>
    protected override TrackingRecord Clone() => new WorkflowInstanceUnhandledExceptionRecord(this);

    /// <inheritdoc/>
    public override string ToString() =>
        $"WorkflowInstanceUnhandledExceptionRecord {{ {CommonText}, FaultSource {{ {FaultSource} }}, UnhandledException = {UnhandledException}{IdentityText} }} ";
}
