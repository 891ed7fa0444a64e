using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The data of a record of <see cref="TrackingWorkflowEvent.Exception"/>.</summary>
public class TrackingWorkflowExceptionEventArgs : EventArgs
{
    internal TrackingWorkflowExceptionEventArgs(
        Exception exception,
        string currentActivityPath,
        string originalActivityPath,
        Guid contextGuid,
        Guid parentContextGuid)
    {
        Exception = exception;
        CurrentActivityPath = currentActivityPath;
        OriginalActivityPath = originalActivityPath;
        ContextGuid = contextGuid;
        ParentContextGuid = parentContextGuid;
    }

    /// <summary>The exception.</summary>
    public Exception Exception { get; }

    /// <summary>The qualified name of the activity that currently receives the exception.</summary>
    public string CurrentActivityPath { get; }

    /// <summary>
    /// The qualified name of the activity in which the exception was thrown. If the instance was loaded since then, the same as
    /// <see cref="CurrentActivityPath"/>.
    /// </summary>
    public string OriginalActivityPath { get; }

    /// <summary>The id of the execution context of the activity that receives the exception.</summary>
    public Guid ContextGuid { get; }

    /// <summary>The id of the execution context of the parent; for the root, the id of its own context.</summary>
    public Guid ParentContextGuid { get; }
}

/// <summary>The data of a record of <see cref="TrackingWorkflowEvent.Terminated"/>.</summary>
public class TrackingWorkflowTerminatedEventArgs : EventArgs
{
    internal TrackingWorkflowTerminatedEventArgs(Exception exception) => Exception = exception;

    /// <summary>The exception with which the instance ends.</summary>
    public Exception Exception { get; }
}

/// <summary>The data of a record of <see cref="TrackingWorkflowEvent.Suspended"/>.</summary>
public class TrackingWorkflowSuspendedEventArgs : EventArgs
{
    internal TrackingWorkflowSuspendedEventArgs(string? error) => Error = error;

    /// <summary>The reason, or null.</summary>
    public string? Error { get; }
}

/// <summary>The data of a record of <see cref="TrackingWorkflowEvent.Changed"/>.</summary>
public class TrackingWorkflowChangedEventArgs : EventArgs
{
    internal TrackingWorkflowChangedEventArgs(IList<WorkflowChangeAction> changes, Activity definition)
    {
        Changes = changes;
        Definition = definition;
    }

    /// <summary>The additions and removals, in the order of the activities in the tree.</summary>
    public IList<WorkflowChangeAction> Changes { get; }

    /// <summary>
    /// The root activity of the instance, with the changes. Use it only during the call of the channel, on the thread that runs the instance.
    /// </summary>
    public Activity Definition { get; }
}
