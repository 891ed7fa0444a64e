using Workflow.Hosting;

namespace Workflow;

/// <summary>What <see cref="WorkflowApplication.Aborted"/> gets.</summary>
public class WorkflowApplicationAbortedEventArgs : WorkflowApplicationEventArgs
{
    internal WorkflowApplicationAbortedEventArgs(ApplicationInstance instance, Exception? reason)
        : base(instance) => Reason = reason;

    /// <summary>Why; null when an activity aborted the workflow without a reason.</summary>
    public Exception? Reason { get; }
}
