namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Where a service is in its life.</summary>
public enum WorkflowRuntimeServiceState
{
    /// <summary>It is not started.</summary>
    Stopped,

    /// <summary>It is being started.</summary>
    Starting,

    /// <summary>It is started.</summary>
    Started,

    /// <summary>It is being stopped.</summary>
    Stopping,
}

/// <summary>The base class of services that are started and stopped with their runtime.</summary>
public abstract class WorkflowRuntimeService
{
    /// <summary>The runtime to which the service was added; null before.</summary>
    protected internal WorkflowRuntime? Runtime { get; internal set; }

    /// <summary>Where the service is in its life.</summary>
    protected WorkflowRuntimeServiceState State { get; private set; }

    /// <summary>Starts the service. The base class does nothing.</summary>
    protected internal virtual void Start()
    {
    }

    /// <summary>Stops the service. The base class does nothing.</summary>
    protected internal virtual void Stop()
    {
    }

    /// <summary>Is called after all services were started. The base class does nothing.</summary>
    protected virtual void OnStarted()
    {
    }

    /// <summary>Is called after the service was stopped. The base class does nothing.</summary>
    protected virtual void OnStopped()
    {
    }

    /// <summary>Raises <see cref="WorkflowRuntime.ServicesExceptionNotHandled"/>.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="instanceId">The instance; empty if it is about none.</param>
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
