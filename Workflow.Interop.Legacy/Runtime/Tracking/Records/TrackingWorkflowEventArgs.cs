using Workflow.Interop.Legacy.ComponentModel;

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

/// <summary>What a record of <see cref="TrackingWorkflowEvent.Changed"/> knows.</summary>
public class TrackingWorkflowChangedEventArgs : EventArgs
{
    internal TrackingWorkflowChangedEventArgs(IList<WorkflowChangeAction> changes, Activity definition)
    {
        Changes = changes;
        Definition = definition;
    }

    /// <summary>What was added and removed, in the order in which it was done.</summary>
    public IList<WorkflowChangeAction> Changes { get; }

    /// <summary>The root of the instance, with the changes. Only the thread that runs the instance may use it, during the call of the channel.</summary>
    public Activity Definition { get; }
}
