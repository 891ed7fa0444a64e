using Workflow.Hosting;

namespace Workflow;

/// <summary>What <see cref="WorkflowApplication.Completed"/> gets.</summary>
public class WorkflowApplicationCompletedEventArgs : WorkflowApplicationEventArgs
{
    private readonly WorkflowCompletion _completion;

    internal WorkflowApplicationCompletedEventArgs(ApplicationInstance instance, WorkflowCompletion completion)
        : base(instance) => _completion = completion;

    /// <summary><see cref="ActivityInstanceState.Closed"/>, <see cref="ActivityInstanceState.Canceled"/>, or for a terminated one <see cref="ActivityInstanceState.Faulted"/>.</summary>
    public ActivityInstanceState CompletionState => _completion.State;

    /// <summary>The out and in-out arguments of the root by name, whatever the state; empty when there are none.</summary>
    public IDictionary<string, object?> Outputs => _completion.Outputs;

    /// <summary>Why it was terminated, or the exception that nothing handled; null unless it is <see cref="ActivityInstanceState.Faulted"/>.</summary>
    public Exception? TerminationException => _completion.TerminationException;
}
