extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using WorkflowCore::Workflow;
using LegacyActivity = Workflow.Interop.Legacy.ComponentModel.Activity;
using LegacyChanges = Workflow.Interop.Legacy.ComponentModel.WorkflowChanges;

namespace Workflow.Interop.Legacy;

/// <summary>Runs the steps of a legacy activity inside a workflow. Used only by the thread of the workflow, in calls that have a context.</summary>
internal sealed class InteropExecutor(LegacyActivity root, Guid instanceId, WorkflowRuntime runtime) : ActivityExecutor(root, instanceId, runtime)
{
    public LegacyActivity Root { get; } = root;

    /// <summary>The context of the current call; null between calls.</summary>
    public ActivityContext? Context { get; set; }

    /// <summary>The exception with which an activity has terminated the instance; null if none has.</summary>
    public Exception? Terminated { get; private set; }

    public override bool AllowsChanges => false;

    public override object? GetService(Type serviceType) => base.GetService(serviceType)
        ?? Context?.GetExtension<ExternalDataExchangeService>()?.GetService(serviceType)
        ?? (Context is { } context && !Array.Exists([.. InteropRules.RefusedServices], refused => refused.IsAssignableFrom(serviceType))
            ? InteropExtensions.Get(context, serviceType)
            : null);

    public override void Suspend(string? error) =>
        throw new NotSupportedException(
            $"The workflow instance '{InstanceId}' cannot be suspended by a legacy activity; let the new workflow wait for a bookmark.");

    public override void Terminate(string? error) => Terminated ??= new WorkflowTerminatedException(error);

    public override void ApplyChanges(LegacyChanges changes) =>
        throw new NotSupportedException(
            $"The workflow instance '{InstanceId}' cannot be changed by a legacy activity in it; run the activity in a WorkflowRuntime.");

    public override Guid StartWorkflow(Type workflowType, Dictionary<string, object?> arguments) =>
        throw new NotSupportedException($"The workflow '{workflowType}' cannot be started inside another one; start it in an activity of the new workflow.");
}
