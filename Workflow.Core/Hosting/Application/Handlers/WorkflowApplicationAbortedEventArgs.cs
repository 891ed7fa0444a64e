using Workflow.Hosting;

namespace Workflow;

/// <summary>The arguments of the handler <see cref="WorkflowApplication.Aborted"/>.</summary>
public class WorkflowApplicationAbortedEventArgs : WorkflowApplicationEventArgs
{
    internal WorkflowApplicationAbortedEventArgs(HostedInstance instance, Exception? reason)
        : base(instance) => Reason = reason;

    /// <summary>The reason of the abort; null if an activity aborted the workflow without a reason.</summary>
    public Exception? Reason { get; }
}
