using System.Collections.ObjectModel;

namespace Workflow.Testing;

/// <summary>The final state, the outputs and the trace of a workflow.</summary>
public sealed class WorkflowTestResult
{
    internal WorkflowTestResult(WorkflowApplicationCompletedEventArgs completion, WorkflowTrace trace)
    {
        State = completion.CompletionState;
        Outputs = new ReadOnlyDictionary<string, object?>(completion.Outputs);
        Exception = completion.TerminationException;
        Trace = trace;
    }

    /// <summary>The final state: closed, canceled or faulted.</summary>
    public ActivityInstanceState State { get; }

    /// <summary>The values of the output arguments at the end, by name.</summary>
    public IReadOnlyDictionary<string, object?> Outputs { get; }

    /// <summary>The exception that ended a faulted workflow; null for other final states.</summary>
    public Exception? Exception { get; }

    /// <summary>The trace of the workflow.</summary>
    public WorkflowTrace Trace { get; }

    /// <summary>Reads an output of a workflow that closed.</summary>
    /// <typeparam name="T">The type of the output.</typeparam>
    /// <param name="name">The name of the output argument.</param>
    /// <returns>The value.</returns>
    /// <exception cref="WorkflowTestException">The workflow did not close, it has no such output, or the value has another type.</exception>
    public T GetOutput<T>(string name = "Result")
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        EnsureClosed();
        return Outputs.TryGetValue(name, out object? value)
            ? value is T or null && (value is not null || default(T) is null)
                ? (T)value!
                : throw Fail($"The output '{name}' is {TraceText.Of(value)}, which is not a '{typeof(T).Name}'.")
            : throw Fail(
                $"The workflow has no output '{name}'; it has {(Outputs.Count == 0 ? "none" : string.Join(", ", Outputs.Keys.Select(key => $"'{key}'")))}.");
    }

    /// <summary>Checks that the workflow closed.</summary>
    /// <returns>This result, for further checks.</returns>
    /// <exception cref="WorkflowTestException">The workflow was canceled or faulted; the inner exception is the exception that ended it.</exception>
    public WorkflowTestResult EnsureClosed() =>
        State == ActivityInstanceState.Closed
            ? this
            : throw Fail($"The workflow ended {State}{(Exception is null ? string.Empty : $" with {Exception.GetType().Name}: {Exception.Message}")}");

    private WorkflowTestException Fail(string message) => new($"{message}{Environment.NewLine}{Trace}", Exception);
}
