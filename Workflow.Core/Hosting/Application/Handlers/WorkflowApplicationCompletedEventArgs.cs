using Workflow.Hosting;

namespace Workflow;

/// <summary>The arguments of the handler <see cref="WorkflowApplication.Completed"/>.</summary>
public class WorkflowApplicationCompletedEventArgs : WorkflowApplicationEventArgs
{
    private readonly WorkflowCompletion _completion;

    internal WorkflowApplicationCompletedEventArgs(HostedInstance instance, WorkflowCompletion completion)
        : base(instance) => _completion = completion;

    /// <summary>
    /// The final state: <see cref="ActivityInstanceState.Closed"/>, <see cref="ActivityInstanceState.Canceled"/>, or
    /// <see cref="ActivityInstanceState.Faulted"/> for a terminated instance.
    /// </summary>
    public ActivityInstanceState CompletionState => _completion.State;

    /// <summary>The out and in-out arguments of the root by name, in every state; empty if there are none.</summary>
    public IDictionary<string, object?> Outputs => _completion.Outputs;

    /// <summary>The reason of the termination, or the unhandled exception; null unless the state is <see cref="ActivityInstanceState.Faulted"/>.</summary>
    public Exception? TerminationException => _completion.TerminationException;
}
