using System.Collections.ObjectModel;

namespace Workflow;

/// <summary>The result of a workflow instance that has completed. Immutable.</summary>
public sealed class WorkflowCompletion
{
    private readonly IDictionary<string, object?>? _outputs;

    internal WorkflowCompletion(ActivityInstanceState state, IDictionary<string, object?>? outputs, Exception? terminationException)
    {
        State = state;
        _outputs = outputs;
        TerminationException = terminationException;
    }

    /// <summary>
    /// The final state: <see cref="ActivityInstanceState.Closed"/>, <see cref="ActivityInstanceState.Canceled"/>, or
    /// <see cref="ActivityInstanceState.Faulted"/> for a terminated instance.
    /// </summary>
    public ActivityInstanceState State { get; }

    /// <summary>The out and in-out arguments of the root by name, in every state (rule 4.10); empty if there are none.</summary>
    public IDictionary<string, object?> Outputs => _outputs ?? ReadOnlyDictionary<string, object?>.Empty;

    /// <summary>The reason of the termination, or the unhandled exception; null unless the state is <see cref="ActivityInstanceState.Faulted"/>.</summary>
    public Exception? TerminationException { get; }

    /// <summary>Returns an out or in-out argument of an instance that has completed normally.</summary>
    /// <typeparam name="T">The type of the argument.</typeparam>
    /// <param name="name">The name of the argument.</param>
    /// <returns>The value.</returns>
    /// <exception cref="InvalidOperationException">
    /// The instance ended as canceled or faulted. <see cref="Outputs"/> has the values that it had written before.
    /// </exception>
    /// <exception cref="KeyNotFoundException">The root has no such argument.</exception>
    /// <exception cref="InvalidCastException">The value has another type.</exception>
    public T GetOutput<T>(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        if (State != ActivityInstanceState.Closed)
        {
            throw new InvalidOperationException(
                $"The workflow ended as {State}, so that its output '{name}' may be incomplete; check State, or read Outputs. {TerminationException?.Message}",
                TerminationException);
        }

        if (!Outputs.TryGetValue(name, out object? value))
        {
            throw new KeyNotFoundException($"The workflow has no output '{name}'; its outputs are: {string.Join(", ", Outputs.Keys)}.");
        }

        return value switch
        {
            T typed => typed,
            null when default(T) is null => default!,
            _ => throw new InvalidCastException(
                $"The output '{name}' is {(value is null ? "null" : $"a '{value.GetType()}'")}, not a '{typeof(T)}'; request its type."),
        };
    }
}
