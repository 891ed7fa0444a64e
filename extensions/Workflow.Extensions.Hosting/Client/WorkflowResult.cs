using System.Text.Json.Serialization;

namespace Workflow.Extensions.Hosting;

/// <summary>The final state and the outputs of an ended instance. Serializable as JSON. Immutable.</summary>
public sealed class WorkflowResult
{
    private readonly MessageContent _content;

    internal WorkflowResult(
        Guid instanceId, WorkflowInstanceState state, IReadOnlyDictionary<string, object?> outputs, string? exception, MessageContent content)
    {
        InstanceId = instanceId;
        State = state;
        Outputs = outputs;
        Exception = exception;
        _content = content;
    }

    /// <summary>The id of the instance.</summary>
    public Guid InstanceId { get; }

    /// <summary>
    /// The final state: <see cref="WorkflowInstanceState.Completed"/>, <see cref="WorkflowInstanceState.Canceled"/> or
    /// <see cref="WorkflowInstanceState.Faulted"/>.
    /// </summary>
    public WorkflowInstanceState State { get; }

    /// <summary>
    /// The out arguments by name: objects, or the JSON of the store. Empty if the instance did not complete. In the JSON of this object, both are written as
    /// objects of the types that the definition declares, if the definition is registered in this process. An output that cannot be converted to JSON is
    /// written as an object with the member <c>$error</c>, which contains the reason.
    /// </summary>
    [JsonConverter(typeof(OutputsConverter))]
    public IReadOnlyDictionary<string, object?> Outputs { get; }

    /// <summary>The exception as text; null if the instance did not end as faulted. Not part of the JSON, because exception texts are for operators.</summary>
    [JsonIgnore]
    public string? Exception { get; }

    /// <summary>Gets an out argument.</summary>
    /// <typeparam name="T">The type of the argument.</typeparam>
    /// <param name="name">The name of the argument.</param>
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
            : throw new KeyNotFoundException(
                $"The instance '{InstanceId}' has no output '{name}', or a value of it that could not be saved for queries; its outputs are: {string.Join(", ", Outputs.Keys)}.");
    }
}
