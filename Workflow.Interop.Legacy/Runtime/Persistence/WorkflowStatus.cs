namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The status of a workflow instance.</summary>
public enum WorkflowStatus
{
    /// <summary>The instance runs, or waits.</summary>
    Running,

    /// <summary>The instance has completed.</summary>
    Completed,

    /// <summary>The instance is suspended.</summary>
    Suspended,

    /// <summary>The instance has ended with an exception.</summary>
    Terminated,

    /// <summary>The instance has not been started.</summary>
    Created,
}
