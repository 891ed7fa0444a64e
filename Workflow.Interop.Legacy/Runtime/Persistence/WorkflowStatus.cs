namespace Workflow.Interop.Legacy.Runtime;

/// <summary>What a workflow instance is doing.</summary>
public enum WorkflowStatus
{
    /// <summary>It runs, or waits.</summary>
    Running,

    /// <summary>It has completed.</summary>
    Completed,

    /// <summary>It is suspended.</summary>
    Suspended,

    /// <summary>It has ended with an exception.</summary>
    Terminated,

    /// <summary>It has not been started.</summary>
    Created,
}
