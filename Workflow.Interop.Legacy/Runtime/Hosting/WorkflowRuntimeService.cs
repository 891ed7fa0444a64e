namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>The state of a service.</summary>
public enum WorkflowRuntimeServiceState
{
    /// <summary>The service is not started.</summary>
    Stopped,

    /// <summary>The service is being started.</summary>
    Starting,

    /// <summary>The service is started.</summary>
    Started,

    /// <summary>The service is being stopped.</summary>
    Stopping,
}

/// <summary>The base class of services that are started and stopped with their runtime.</summary>
public abstract class WorkflowRuntimeService
{
    /// <summary>The runtime to which the service was added; null before it was added.</summary>
    protected internal WorkflowRuntime? Runtime { get; internal set; }

    /// <summary>The state of the service.</summary>
    protected WorkflowRuntimeServiceState State { get; private set; }

    /// <summary>Starts the service. The base class does nothing.</summary>
    protected internal virtual void Start()
    {
    }

    /// <summary>Stops the service. The base class does nothing.</summary>
    protected internal virtual void Stop()
    {
    }

    /// <summary>Called after all services were started. The base class does nothing.</summary>
    protected virtual void OnStarted()
    {
    }

    /// <summary>Called after the service was stopped. The base class does nothing.</summary>
    protected virtual void OnStopped()
    {
    }

    /// <summary>Raises <see cref="WorkflowRuntime.ServicesExceptionNotHandled"/>.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="instanceId">The id of the instance; empty if the exception concerns no instance.</param>
    protected void RaiseServicesExceptionNotHandledEvent(Exception exception, Guid instanceId)
    {
        ArgumentNullException.ThrowIfNull(exception);
        Runtime?.Report(exception, instanceId);
    }

    internal void BeginStart()
    {
        State = WorkflowRuntimeServiceState.Starting;
        Start();
        State = WorkflowRuntimeServiceState.Started;
    }

    internal void EndStart() => OnStarted();

    internal void End()
    {
        State = WorkflowRuntimeServiceState.Stopping;
        Stop();
        State = WorkflowRuntimeServiceState.Stopped;
        OnStopped();
    }
}
