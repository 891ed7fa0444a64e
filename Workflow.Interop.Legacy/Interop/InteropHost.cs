extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using WorkflowCore::Workflow;
using LegacyActivity = Workflow.Interop.Legacy.ComponentModel.Activity;
using LegacyChanges = Workflow.Interop.Legacy.ComponentModel.WorkflowChanges;

namespace Workflow.Interop.Legacy;

/// <summary>
/// Provides a workflow of Workflow.Core to the executor of a legacy activity in it: its extensions are the services. Used only by the thread of the workflow.
/// </summary>
internal sealed class InteropHost(TimeProvider time, ITypeProvider? types) : ExecutorHost
{
    /// <summary>The context of the current call; null between calls.</summary>
    public ActivityContext? Context { get; set; }

    /// <summary>The exception with which an activity has terminated the instance; null if none has.</summary>
    public Exception? Terminated { get; private set; }

    /// <inheritdoc/>
    public override TimeProvider Time => time;

    /// <inheritdoc/>
    public override object[] Services { get; } = types is null ? [time] : [time, types];

    /// <inheritdoc/>
    public override bool AllowsChanges => false;

    /// <summary>Creates the host of a run, which keeps the clock and the type provider that the workflow has now.</summary>
    public static InteropHost Of(ActivityContext context) =>
        new(context.GetExtension<TimeProvider>() ?? TimeProvider.System, context.GetExtension<ITypeProvider>());

    /// <inheritdoc/>
    public override object? GetService(Type serviceType) => Array.Find(Services, serviceType.IsInstanceOfType)
        ?? Context?.GetExtension<ExternalDataExchangeService>()?.GetService(serviceType)
        ?? (Context is { } context && !InteropRules.RefusedServices.Any(refused => refused.IsAssignableFrom(serviceType))
            ? InteropExtensions.Get(context, serviceType)
            : null);

    /// <inheritdoc/>
    public override Type? FindType(string name) => types?.GetType(name);

    /// <inheritdoc/>
    public override void Guard(Action call, Guid instanceId)
    {
        try
        {
            call();
        }
        catch (Exception)
        {
            // The workflow has no handler for an exception that no activity can receive, and continues.
        }
    }

    /// <inheritdoc/>
    public override void Suspend(Guid instanceId, string? error) =>
        throw new NotSupportedException(
            $"The workflow instance '{instanceId}' cannot be suspended by a legacy activity; let the new workflow wait for a bookmark.");

    /// <inheritdoc/>
    public override void Terminate(Guid instanceId, string? error) => Terminated ??= new WorkflowTerminatedException(error);

    /// <inheritdoc/>
    public override void ApplyChanges(ActivityExecutor executor, LegacyChanges changes) =>
        throw new NotSupportedException(
            $"The workflow instance '{executor.InstanceId}' cannot be changed by a legacy activity in it; run the activity in a WorkflowRuntime.");

    /// <inheritdoc/>
    public override Guid StartWorkflow(Type workflowType, Dictionary<string, object?> arguments, LegacyActivity caller) =>
        throw new NotSupportedException($"The workflow '{workflowType}' cannot be started inside another one; start it in an activity of the new workflow.");
}
