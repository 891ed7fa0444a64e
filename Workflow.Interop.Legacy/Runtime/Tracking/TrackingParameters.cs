using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The instance for which a channel is made.</summary>
/// <param name="instanceId">The id of the instance.</param>
/// <param name="workflowType">Its type.</param>
/// <param name="rootActivity">The root of its activities.</param>
/// <param name="callPath">The qualified names of the activities that started it and its callers, the first caller first.</param>
/// <param name="callerInstanceId">The instance that started it; empty if none did.</param>
/// <param name="contextGuid">The execution context of the root.</param>
/// <param name="callerContextGuid">The execution context of the activity that started it; empty if none did.</param>
/// <param name="callerParentContextGuid">The execution context of the parent of that activity; empty if none did.</param>
public sealed class TrackingParameters(
    Guid instanceId, Type workflowType, Activity rootActivity, IList<string>? callPath, Guid callerInstanceId, Guid contextGuid, Guid callerContextGuid, Guid callerParentContextGuid)
{
    /// <summary>The id of the instance.</summary>
    public Guid InstanceId { get; } = instanceId;

    /// <summary>The type of the workflow.</summary>
    public Type WorkflowType { get; } = workflowType;

    /// <summary>The root of the activities. They change while the instance runs: read them only on its thread.</summary>
    public Activity RootActivity { get; } = rootActivity;

    /// <summary>The qualified names of the activities that started the instance and its callers, the first caller first; empty if the application started it.</summary>
    public IList<string> CallPath { get; } = callPath ?? [];

    /// <summary>The instance that started it with an <c>InvokeWorkflowActivity</c>; empty if the application started it.</summary>
    public Guid CallerInstanceId { get; } = callerInstanceId;

    /// <summary>The execution context of the root: the id of the instance.</summary>
    public Guid ContextGuid { get; } = contextGuid;

    /// <summary>The execution context of the activity that started the instance; empty if the application started it.</summary>
    public Guid CallerContextGuid { get; } = callerContextGuid;

    /// <summary>The execution context of the parent of that activity; empty if the application started the instance.</summary>
    public Guid CallerParentContextGuid { get; } = callerParentContextGuid;
}
