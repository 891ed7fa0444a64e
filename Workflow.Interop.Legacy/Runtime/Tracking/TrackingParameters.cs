using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Describes the instance for which a channel is created.</summary>
/// <param name="instanceId">The id of the instance.</param>
/// <param name="workflowType">The type of the workflow.</param>
/// <param name="rootActivity">The root activity of the instance.</param>
/// <param name="callPath">The qualified names of the activities that started the instance and its callers, first caller first.</param>
/// <param name="callerInstanceId">The id of the instance that started this instance; empty if there is none.</param>
/// <param name="contextGuid">The id of the execution context of the root.</param>
/// <param name="callerContextGuid">The id of the execution context of the activity that started the instance; empty if there is none.</param>
/// <param name="callerParentContextGuid">The id of the execution context of the parent of that activity; empty if there is none.</param>
public sealed class TrackingParameters(
    Guid instanceId,
    Type workflowType,
    Activity rootActivity,
    IList<string>? callPath,
    Guid callerInstanceId,
    Guid contextGuid,
    Guid callerContextGuid,
    Guid callerParentContextGuid)
{
    /// <summary>The id of the instance.</summary>
    public Guid InstanceId { get; } = instanceId;

    /// <summary>The type of the workflow.</summary>
    public Type WorkflowType { get; } = workflowType;

    /// <summary>The root activity of the instance. Activities change while the instance runs, so read them only on the thread that runs the instance.</summary>
    public Activity RootActivity { get; } = rootActivity;

    /// <summary>
    /// The qualified names of the activities that started the instance and its callers, first caller first; empty if the application started it.
    /// </summary>
    public IList<string> CallPath { get; } = callPath ?? [];

    /// <summary>The id of the instance that started this instance with an <c>InvokeWorkflowActivity</c>; empty if the application started it.</summary>
    public Guid CallerInstanceId { get; } = callerInstanceId;

    /// <summary>The id of the execution context of the root, which is the id of the instance.</summary>
    public Guid ContextGuid { get; } = contextGuid;

    /// <summary>The id of the execution context of the activity that started the instance; empty if the application started it.</summary>
    public Guid CallerContextGuid { get; } = callerContextGuid;

    /// <summary>The id of the execution context of the parent of that activity; empty if the application started the instance.</summary>
    public Guid CallerParentContextGuid { get; } = callerParentContextGuid;
}
