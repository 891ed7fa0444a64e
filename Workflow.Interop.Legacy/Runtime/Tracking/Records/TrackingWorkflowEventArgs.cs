namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>What a record of <see cref="TrackingWorkflowEvent.Exception"/> knows.</summary>
public class TrackingWorkflowExceptionEventArgs : EventArgs
{
    internal TrackingWorkflowExceptionEventArgs(Exception exception, string currentActivityPath, string originalActivityPath, Guid contextGuid, Guid parentContextGuid)
    {
        Exception = exception;
        CurrentActivityPath = currentActivityPath;
        OriginalActivityPath = originalActivityPath;
        ContextGuid = contextGuid;
        ParentContextGuid = parentContextGuid;
    }

    /// <summary>The exception.</summary>
    public Exception Exception { get; }

    /// <summary>The qualified name of the activity that gets the exception now.</summary>
    public string CurrentActivityPath { get; }

    /// <summary>The qualified name of the activity in which the exception was thrown first. After the instance was loaded, that of <see cref="CurrentActivityPath"/>.</summary>
    public string OriginalActivityPath { get; }

    /// <summary>The execution context of the activity that gets the exception.</summary>
    public Guid ContextGuid { get; }

    /// <summary>The execution context of its parent; of the root, its own.</summary>
    public Guid ParentContextGuid { get; }
}

/// <summary>What a record of <see cref="TrackingWorkflowEvent.Terminated"/> knows.</summary>
public class TrackingWorkflowTerminatedEventArgs : EventArgs
{
    internal TrackingWorkflowTerminatedEventArgs(Exception exception) => Exception = exception;

    /// <summary>The exception with which the instance ends.</summary>
    public Exception Exception { get; }
}

/// <summary>What a record of <see cref="TrackingWorkflowEvent.Suspended"/> knows.</summary>
public class TrackingWorkflowSuspendedEventArgs : EventArgs
{
    internal TrackingWorkflowSuspendedEventArgs(string? error) => Error = error;

    /// <summary>The reason, or null.</summary>
    public string? Error { get; }
}
