namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The data of an event of a workflow instance.</summary>
public class WorkflowEventArgs : EventArgs
{
    internal WorkflowEventArgs(WorkflowInstance instance) => WorkflowInstance = instance;

    /// <summary>The workflow instance.</summary>
    public WorkflowInstance WorkflowInstance { get; }
}

/// <summary>The data of the event <see cref="WorkflowRuntime.WorkflowCompleted"/>.</summary>
public class WorkflowCompletedEventArgs : WorkflowEventArgs
{
    internal WorkflowCompletedEventArgs(WorkflowInstance instance, Dictionary<string, object?> outputs)
        : base(instance) => OutputParameters = outputs;

    /// <summary>The values of the workflow's public properties, by name.</summary>
    public Dictionary<string, object?> OutputParameters { get; }
}

/// <summary>The data of the event <see cref="WorkflowRuntime.WorkflowTerminated"/>.</summary>
public class WorkflowTerminatedEventArgs : WorkflowEventArgs
{
    internal WorkflowTerminatedEventArgs(WorkflowInstance instance, Exception exception)
        : base(instance) => Exception = exception;

    /// <summary>The exception.</summary>
    public Exception Exception { get; }
}

/// <summary>The data of the event <see cref="WorkflowRuntime.WorkflowSuspended"/>.</summary>
public class WorkflowSuspendedEventArgs : WorkflowEventArgs
{
    internal WorkflowSuspendedEventArgs(WorkflowInstance instance, string? error)
        : base(instance) => Error = error;

    /// <summary>The reason, or null.</summary>
    public string? Error { get; }
}

/// <summary>The data of the events <see cref="WorkflowRuntime.Started"/> and <see cref="WorkflowRuntime.Stopped"/>.</summary>
public sealed class WorkflowRuntimeEventArgs : EventArgs
{
    internal WorkflowRuntimeEventArgs(bool isStarted) => IsStarted = isStarted;

    /// <summary>True if the runtime is started.</summary>
    public bool IsStarted { get; }
}

/// <summary>
/// The data of the event <see cref="WorkflowRuntime.ServicesExceptionNotHandled"/>: an exception of a service, or of an event handler, that no caller receives.
/// </summary>
public sealed class ServicesExceptionNotHandledEventArgs : EventArgs
{
    internal ServicesExceptionNotHandledEventArgs(Exception exception, Guid workflowInstanceId)
    {
        Exception = exception;
        WorkflowInstanceId = workflowInstanceId;
    }

    /// <summary>The exception.</summary>
    public Exception Exception { get; }

    /// <summary>The id of the instance; empty if the exception concerns no instance.</summary>
    public Guid WorkflowInstanceId { get; }
}
