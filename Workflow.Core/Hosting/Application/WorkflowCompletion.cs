using System.Collections.ObjectModel;

namespace Workflow;

/// <summary>How a workflow instance completed. Immutable.</summary>
public sealed class WorkflowCompletion
{
    private readonly IDictionary<string, object?>? _outputs;

    internal WorkflowCompletion(ActivityInstanceState state, IDictionary<string, object?>? outputs, Exception? terminationException)
    {
        State = state;
        _outputs = outputs;
        TerminationException = terminationException;
    }

    /// <summary><see cref="ActivityInstanceState.Closed"/>, <see cref="ActivityInstanceState.Canceled"/>, or for a terminated one <see cref="ActivityInstanceState.Faulted"/>.</summary>
    public ActivityInstanceState State { get; }

    /// <summary>The out and in-out arguments of the root by name, whatever the state (rule 4.10); empty when there are none.</summary>
    public IDictionary<string, object?> Outputs => _outputs ?? ReadOnlyDictionary<string, object?>.Empty;

    /// <summary>Why it was terminated, or the exception that nothing handled; null unless it is <see cref="ActivityInstanceState.Faulted"/>.</summary>
    public Exception? TerminationException { get; }
}
