using System.Text.Json.Serialization;

namespace Workflow.Extensions.Hosting;

/// <summary>How an instance ended. It can be written as JSON. Immutable.</summary>
public sealed class WorkflowResult
{
    private readonly MessageContent _content;

    internal WorkflowResult(Guid instanceId, WorkflowInstanceState state, IReadOnlyDictionary<string, object?> outputs, string? exception, MessageContent content)
    {
        InstanceId = instanceId;
        State = state;
        Outputs = outputs;
        Exception = exception;
        _content = content;
    }

    /// <summary>The instance.</summary>
    public Guid InstanceId { get; }

    /// <summary>How it ended: <see cref="WorkflowInstanceState.Completed"/>, <see cref="WorkflowInstanceState.Canceled"/> or <see cref="WorkflowInstanceState.Faulted"/>.</summary>
    public WorkflowInstanceState State { get; }

    /// <summary>
    /// The out arguments by name: objects, or the JSON that the store has of them. Empty if it did not complete. In the JSON of this object, both are written as objects of the types that the definition declares, if this process has
    /// registered it. An output that cannot be JSON is an object with the member <c>$error</c>, which says why.
    /// </summary>
    [JsonConverter(typeof(OutputsConverter))]
    public IReadOnlyDictionary<string, object?> Outputs { get; }

    /// <summary>The exception as text; null if it did not end as faulted. Not part of the JSON, because texts of exceptions are for operators.</summary>
    [JsonIgnore]
    public string? Exception { get; }

    /// <summary>Gets an out argument.</summary>
    /// <typeparam name="T">Its type.</typeparam>
    /// <param name="name">Its name.</param>
    /// <returns>The value.</returns>
    /// <exception cref="WorkflowFailedException">The instance did not complete.</exception>
    /// <exception cref="KeyNotFoundException">The instance has no such out argument, or the value could not be saved for queries.</exception>
    /// <exception cref="InvalidCastException">The value has another type.</exception>
    public T GetOutput<T>(string name = "Result")
    {
        if (State != WorkflowInstanceState.Completed)
        {
            throw new WorkflowFailedException($"The instance '{InstanceId}' ended as {State} and has no outputs. {Exception}", InstanceId);
        }

        return Outputs.TryGetValue(name, out object? value)
            ? _content.ReadOutput<T>(value)
            : throw new KeyNotFoundException($"The instance '{InstanceId}' has no output '{name}', or a value of it that could not be saved for queries; its outputs are: {string.Join(", ", Outputs.Keys)}.");
    }
}
