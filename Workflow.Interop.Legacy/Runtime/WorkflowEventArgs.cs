namespace Workflow.Interop.Legacy.Runtime;

/// <summary>An event of a workflow instance.</summary>
public class WorkflowEventArgs : EventArgs
{
    internal WorkflowEventArgs(WorkflowInstance instance) => WorkflowInstance = instance;

    /// <summary>The instance.</summary>
    public WorkflowInstance WorkflowInstance { get; }
}

/// <summary>A workflow instance has completed.</summary>
public class WorkflowCompletedEventArgs : WorkflowEventArgs
{
    internal WorkflowCompletedEventArgs(WorkflowInstance instance, Dictionary<string, object?> outputs)
        : base(instance) => OutputParameters = outputs;

    /// <summary>The values of the workflow's public properties, by their names.</summary>
    public Dictionary<string, object?> OutputParameters { get; }
}

/// <summary>A workflow instance has ended with an exception.</summary>
public class WorkflowTerminatedEventArgs : WorkflowEventArgs
{
    internal WorkflowTerminatedEventArgs(WorkflowInstance instance, Exception exception)
        : base(instance) => Exception = exception;

    /// <summary>The exception.</summary>
    public Exception Exception { get; }
}

/// <summary>A workflow instance was suspended.</summary>
public class WorkflowSuspendedEventArgs : WorkflowEventArgs
{
    internal WorkflowSuspendedEventArgs(WorkflowInstance instance, string? error)
        : base(instance) => Error = error;

    /// <summary>The reason, or null.</summary>
    public string? Error { get; }
}

/// <summary>The runtime was started or stopped.</summary>
public sealed class WorkflowRuntimeEventArgs : EventArgs
{
    internal WorkflowRuntimeEventArgs(bool isStarted) => IsStarted = isStarted;

    /// <summary>Whether the runtime is started.</summary>
    public bool IsStarted { get; }
}

/// <summary>A service, or a handler of an event, has thrown an exception that has no other receiver.</summary>
public sealed class ServicesExceptionNotHandledEventArgs : EventArgs
{
    internal ServicesExceptionNotHandledEventArgs(Exception exception, Guid workflowInstanceId)
    {
        Exception = exception;
        WorkflowInstanceId = workflowInstanceId;
    }

    /// <summary>The exception.</summary>
    public Exception Exception { get; }

    /// <summary>The instance; empty if it is about none.</summary>
    public Guid WorkflowInstanceId { get; }
}
