using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Provides a runtime to one of its instances in memory. Thread-safe.</summary>
internal sealed class RuntimeInstanceHost(WorkflowRuntime runtime, RuntimeServices services, WorkflowInstance handle) : InstanceHost
{
    public override Guid InstanceId => handle.InstanceId;

    public override WorkflowDefinition Definition => handle.Definition;

    /// <inheritdoc/>
    public override ExecutorHost Executors => runtime.Host;

    /// <inheritdoc/>
    public override SavePort Saving => runtime.Saving;

    /// <inheritdoc/>
    public override IReadOnlyList<TrackingChannelSource> Tracking => services.Tracking;

    /// <inheritdoc/>
    public override void Schedule(Action run) => services.Scheduler.Schedule(_ => run(), InstanceId);

    /// <inheritdoc/>
    public override void Schedule(Action run, DateTime whenUtc) => services.Scheduler.Schedule(_ => run(), InstanceId, whenUtc, InstanceId);

    public override void CancelTimer() => services.Scheduler.Cancel(InstanceId);

    /// <inheritdoc/>
    public override void Forget(ActiveInstance instance) => runtime.Forget(instance);

    /// <inheritdoc/>
    public override void Detach() => handle.Attach(null);

    /// <inheritdoc/>
    public override void Repeat(InstanceRequest request) => runtime.Load(InstanceId, handle).TryRequest(request);

    /// <inheritdoc/>
    public override void Notify(InstanceChange change) => runtime.Notify(change, handle);

    public override void NotifySuspended(string? error) => runtime.NotifySuspended(handle, error);

    public override void NotifyCompleted(Dictionary<string, object?> outputs) => runtime.NotifyCompleted(handle, outputs);

    public override void NotifyTerminated(Exception exception) => runtime.NotifyTerminated(handle, exception);

    /// <inheritdoc/>
    public override void Report(Exception exception) => runtime.Report(exception, InstanceId);
}
