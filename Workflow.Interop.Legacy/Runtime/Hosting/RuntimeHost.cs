using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Provides a runtime and its services to the executors of its instances. Thread-safe.</summary>
internal sealed class RuntimeHost(WorkflowRuntime runtime, RuntimeServices services) : ExecutorHost
{
    /// <inheritdoc/>
    public override TimeProvider Time => (TimeProvider?)services.Get(typeof(TimeProvider)) ?? TimeProvider.System;

    /// <inheritdoc/>
    public override object[] Services => services.List;

    /// <inheritdoc/>
    public override object? GetService(Type serviceType) =>
        serviceType == typeof(TimeProvider) ? Time : RuntimeServices.IsHidden(serviceType) ? null : services.Get(serviceType);

    /// <inheritdoc/>
    public override Type? FindType(string name) => services.FindType(name);

    /// <inheritdoc/>
    public override void Guard(Action call, Guid instanceId) => runtime.Guard(call, instanceId);

    /// <inheritdoc/>
    public override void PrepareTransaction(Activity root) => services.Persistence?.PrepareTransaction(root);

    /// <inheritdoc/>
    public override void Suspend(Guid instanceId, string? error) => runtime.GetWorkflow(instanceId).Suspend(error!);

    /// <inheritdoc/>
    public override void Terminate(Guid instanceId, string? error) => runtime.GetWorkflow(instanceId).Terminate(error!);

    /// <inheritdoc/>
    public override Guid StartWorkflow(Type workflowType, Dictionary<string, object?> arguments, Activity caller)
    {
        WorkflowInstance started = runtime.CreateWorkflow(workflowType, arguments!, Guid.NewGuid(), caller);
        started.Start();
        return started.InstanceId;
    }

    /// <inheritdoc/>
    public override void ApplyChanges(ActivityExecutor executor, WorkflowChanges changes) => LiveChange.Apply(executor, changes);
}
