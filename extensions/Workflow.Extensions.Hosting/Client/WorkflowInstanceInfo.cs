using System.Collections.ObjectModel;
using System.Text.Json.Serialization;
using System.Xml.Linq;

namespace Workflow.Extensions.Hosting;

/// <summary>An instance as its store knows it at the time of a query. Serializable as JSON, for example as the response of a web service. Immutable.</summary>
public sealed class WorkflowInstanceInfo
{
    /// <summary>The id of the instance.</summary>
    public required Guid InstanceId { get; init; }

    /// <summary>
    /// The key of the instance; null, the default, for none. If the store returns selected values only, they must include
    /// <c>{urn:workflow:hosting}Key</c>.
    /// </summary>
    public string? Key { get; init; }

    /// <summary>The name of the definition; null, the default, if the instance was not started by this package.</summary>
    public string? DefinitionName { get; init; }

    /// <summary>The version of the definition; null, the default, if the instance was not started by this package.</summary>
    public int? Version { get; init; }

    /// <summary>The state of the instance.</summary>
    public required WorkflowInstanceState State { get; init; }

    /// <summary>
    /// The reason for the suspension or for the last retry: the reason of the request, or the exception; null, the default, if there was no failure since the
    /// last save. Not part of the JSON, because exception texts are for operators.
    /// </summary>
    [JsonIgnore]
    public string? Reason { get; init; }

    /// <summary>The number of consecutive failures; 0 by default.</summary>
    public int FailureCount { get; init; }

    /// <summary>
    /// The exception with which the instance ended, as text; null, the default, if it has not ended as faulted. Not part of the JSON, because exception texts
    /// are for operators.
    /// </summary>
    [JsonIgnore]
    public string? FailureText { get; init; }

    /// <summary>The names of the bookmarks at which the instance waits; none by default.</summary>
    public IReadOnlyList<string> Bookmarks { get; init; } = [];

    /// <summary>The number of messages that wait for the instance; 0 by default.</summary>
    public int PendingMessageCount { get; init; }

    /// <summary>
    /// The last messages that the instance has refused because their values did not fit, oldest first; at most ten, none by default. If the store returns
    /// selected values only, they must include <c>{urn:workflow:hosting}Refused</c>.
    /// </summary>
    public IReadOnlyList<WorkflowRefusedMessage> RefusedMessages { get; init; } = [];

    /// <summary>The due time of the next timer, by the clock of the store; null, the default, for none.</summary>
    public DateTimeOffset? DueAt { get; init; }

    /// <summary>The time at which the instance was started, by the clock of the store.</summary>
    public DateTimeOffset CreatedAt { get; init; }

    /// <summary>The time of the last save, by the clock of the store.</summary>
    public DateTimeOffset UpdatedAt { get; init; }

    /// <summary>The name of the host that has the instance in memory; null, the default, for none.</summary>
    public string? OwnerName { get; init; }

    /// <summary>
    /// The out arguments by name, if the instance has completed and its store keeps it; otherwise empty, the default. The values are simple values, or the JSON
    /// of the store; <see cref="GetOutput{T}"/> converts them to objects. In the JSON of this object, they are written as objects of the types that the
    /// definition declares, if the definition is registered in this process. If the store returns selected values only, they must include the outputs.
    /// </summary>
    [JsonConverter(typeof(OutputsConverter))]
    public IReadOnlyDictionary<string, object?> Outputs { get; init; } = ReadOnlyDictionary<string, object?>.Empty;

    /// <summary>
    /// The values for queries, such as mapped variables and, after the end of the instance, its outputs; none by default. In JSON, their names are texts like
    /// <c>{urn:shop}Total</c>; values that are properties of this object are omitted.
    /// </summary>
    [JsonConverter(typeof(NamedValuesConverter))]
    public IReadOnlyDictionary<XName, object?> Values { get; init; } = ReadOnlyDictionary<XName, object?>.Empty;

    /// <summary>Reads outputs that are the JSON of the store; null if all outputs are objects.</summary>
    internal MessageContent? Content { get; init; }

    /// <summary>Gets an out argument.</summary>
    /// <typeparam name="T">The type of the argument.</typeparam>
    /// <param name="name">The name of the argument; <c>Result</c> by default.</param>
    /// <returns>The value.</returns>
    /// <exception cref="InvalidOperationException">
    /// The instance has not ended; <see cref="WorkflowClient.WaitForCompletionAsync(WorkflowReference, CancellationToken)"/> waits for the end.
    /// </exception>
    /// <exception cref="WorkflowFailedException">The instance ended as faulted or canceled.</exception>
    /// <exception cref="KeyNotFoundException">The instance has no such out argument, or the value could not be saved for queries.</exception>
    /// <exception cref="InvalidCastException">The value has another type.</exception>
    public T GetOutput<T>(string name = "Result") =>
        State is WorkflowInstanceState.Completed or WorkflowInstanceState.Canceled or WorkflowInstanceState.Faulted
            ? new WorkflowResult { InstanceId = InstanceId, State = State, Outputs = Outputs, FailureText = FailureText, Content = Content }.GetOutput<T>(name)
            : throw new InvalidOperationException(
                $"The instance '{InstanceId}' is {State} and has no outputs before its end; wait for it with WaitForCompletionAsync.");
}
