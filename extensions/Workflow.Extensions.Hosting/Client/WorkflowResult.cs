using System.Collections.ObjectModel;
using System.Text.Json.Serialization;

namespace Workflow.Extensions.Hosting;

/// <summary>The final state and the outputs of an ended instance. Serializable as JSON. Immutable.</summary>
public sealed class WorkflowResult
{
    /// <summary>The id of the instance.</summary>
    public required Guid InstanceId { get; init; }

    /// <summary>
    /// The final state: <see cref="WorkflowInstanceState.Completed"/>, <see cref="WorkflowInstanceState.Canceled"/> or
    /// <see cref="WorkflowInstanceState.Faulted"/>.
    /// </summary>
    public required WorkflowInstanceState State { get; init; }

    /// <summary>
    /// The out arguments by name: objects, or the JSON of the store. Empty, the default, if the instance did not complete. In the JSON of this object, both are
    /// written as objects of the types that the definition declares, if the definition is registered in this process. An output that cannot be converted to
    /// JSON is written as an object with the member <c>$error</c>, which contains the reason.
    /// </summary>
    [JsonConverter(typeof(OutputsConverter))]
    public IReadOnlyDictionary<string, object?> Outputs { get; init; } = ReadOnlyDictionary<string, object?>.Empty;

    /// <summary>
    /// The exception as text; null, the default, if the instance did not end as faulted. Not part of the JSON, because exception texts are for operators.
    /// </summary>
    [JsonIgnore]
    public string? FailureText { get; init; }

    /// <summary>Reads outputs that are the JSON of the store; null if all outputs are objects.</summary>
    internal MessageContent? Content { get; init; }

    /// <summary>Gets an out argument.</summary>
    /// <typeparam name="T">The type of the argument.</typeparam>
    /// <param name="name">The name of the argument; <c>Result</c> by default.</param>
    /// <returns>The value.</returns>
    /// <exception cref="WorkflowFailedException">The instance did not complete.</exception>
    /// <exception cref="KeyNotFoundException">The instance has no such out argument, or the value could not be saved for queries.</exception>
    /// <exception cref="InvalidCastException">The value has another type.</exception>
    public T GetOutput<T>(string name = "Result")
    {
        if (State != WorkflowInstanceState.Completed)
        {
            throw new WorkflowFailedException(InstanceId, $"The instance '{InstanceId}' ended as {State} and has no outputs. {FailureText}");
        }

        return Outputs.TryGetValue(name, out object? value)
            ? MessageContent.ReadOutput<T>(Content, value)
            : throw new KeyNotFoundException(
                $"The instance '{InstanceId}' has no output '{name}', or a value of it that could not be saved for queries; its outputs are: {string.Join(", ", Outputs.Keys)}.");
    }
}
