using System.Text.Json.Serialization;
using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>An instance as its store knows it at the time of a query. Serializable as JSON, for example as the response of a web service. Immutable.</summary>
public sealed class WorkflowInstanceInfo
{
    private readonly MessageContent? _content;
    private readonly IReadOnlyDictionary<string, Type> _outputTypes;

    internal WorkflowInstanceInfo(InstanceSummary summary, MessageContent? content, IReadOnlyDictionary<string, Type>? outputTypes)
    {
        Summary = summary;
        _content = content;
        _outputTypes = outputTypes ?? DeclaredOutputs.None;
    }

    /// <summary>The answer of the store.</summary>
    internal InstanceSummary Summary { get; }

    /// <summary>The id of the instance.</summary>
    public Guid InstanceId => Summary.InstanceId;

    /// <summary>
    /// The key of the instance; null for none. If the store returns selected values only, they must include <c>{urn:workflow:hosting}Key</c>.
    /// </summary>
    public string? Key => Summary.Values.GetValueOrDefault(InstanceParticipant.Key) as string;

    /// <summary>The identity of the definition; null for none.</summary>
    internal WorkflowIdentity? Identity => Summary.DefinitionIdentity;

    /// <summary>The name of the definition; null if the instance was not started by this package.</summary>
    public string? DefinitionName => Summary.DefinitionIdentity?.Name;

    /// <summary>The version of the definition; null if the instance was not started by this package.</summary>
    public int? Version => Summary.DefinitionIdentity?.Version?.Major;

    /// <summary>The state of the instance.</summary>
    public WorkflowInstanceState State => Summary switch
    {
        { Status: InstanceStatus.Closed } => WorkflowInstanceState.Completed,
        { Status: InstanceStatus.Canceled } => WorkflowInstanceState.Canceled,
        { Status: InstanceStatus.Faulted } => WorkflowInstanceState.Faulted,
        { IsSuspended: true } => WorkflowInstanceState.Suspended,
        { Status: InstanceStatus.Executing } => WorkflowInstanceState.Running,
        _ => WorkflowInstanceState.Waiting,
    };

    /// <summary>
    /// The reason for the suspension or for the last retry: the reason of the request, or the exception; null if there was no failure since the last save. Not
    /// part of the JSON, because exception texts are for operators.
    /// </summary>
    [JsonIgnore]
    public string? Reason => Summary.LastFailure;

    /// <summary>The number of consecutive failures.</summary>
    public int FailureCount => Summary.FailureCount;

    /// <summary>
    /// The exception with which the instance ended, as text; null if it has not ended as faulted. Not part of the JSON, because exception texts are for
    /// operators.
    /// </summary>
    [JsonIgnore]
    public string? FailureText => Summary.Values.GetValueOrDefault(SavedValues.Exception) as string;

    /// <summary>The names of the bookmarks at which the instance waits.</summary>
    public IReadOnlyList<string> Bookmarks => [.. Summary.Bookmarks.Select(bookmark => bookmark.Name)];

    /// <summary>The number of messages that wait for the instance.</summary>
    public int PendingMessageCount => Summary.PendingMessageCount;

    /// <summary>
    /// The last messages that the instance has refused because their values did not fit, oldest first; at most ten. If the store returns selected values only,
    /// they must include <c>{urn:workflow:hosting}Refused</c>.
    /// </summary>
    public IReadOnlyList<WorkflowRefusedMessage> RefusedMessages =>
        Hosting.RefusedMessages.Read(Summary.Values.GetValueOrDefault(InstanceParticipant.Refused) as string);

    /// <summary>The due time of the next timer, by the clock of the store; null for none.</summary>
    public DateTimeOffset? DueAt => Summary.DueAt;

    /// <summary>The time at which the instance was started, by the clock of the store.</summary>
    public DateTimeOffset CreatedAt => Summary.CreatedAt;

    /// <summary>The time of the last save, by the clock of the store.</summary>
    public DateTimeOffset UpdatedAt => Summary.UpdatedAt;

    /// <summary>The name of the host that has the instance in memory; null for none.</summary>
    public string? OwnerName => Summary.OwnerName;

    /// <summary>
    /// The out arguments by name, if the instance has completed and its store keeps it; otherwise empty. The values are simple values, or the JSON of the
    /// store; <see cref="GetOutput{T}"/> converts them to objects. In the JSON of this object, they are written as objects of the types that the definition
    /// declares, if the definition is registered in this process. If the store returns selected values only, they must include the outputs.
    /// </summary>
    [JsonConverter(typeof(OutputsConverter))]
    public IReadOnlyDictionary<string, object?> Outputs => new OutputTable(
        Summary.Values
            .Where(static value => value.Key.Namespace == SavedValues.Outputs)
            .ToDictionary(static value => value.Key.LocalName, static value => value.Value),
        _outputTypes,
        _content);

    /// <summary>
    /// The values for queries, such as mapped variables and, after the end of the instance, its outputs. In JSON, their names are texts like
    /// <c>{urn:shop}Total</c>; values that are properties of this object are omitted.
    /// </summary>
    [JsonConverter(typeof(NamedValuesConverter))]
    public IReadOnlyDictionary<XName, object?> Values => Summary.Values;

    /// <summary>Gets an out argument.</summary>
    /// <typeparam name="T">The type of the argument.</typeparam>
    /// <param name="name">The name of the argument.</param>
    /// <returns>The value.</returns>
    /// <exception cref="InvalidOperationException">
    /// The instance has not ended; <see cref="WorkflowClient.WaitForCompletionAsync"/> waits for the end.
    /// </exception>
    /// <exception cref="WorkflowFailedException">The instance ended as faulted or canceled.</exception>
    /// <exception cref="KeyNotFoundException">The instance has no such out argument, or the value could not be saved for queries.</exception>
    /// <exception cref="InvalidCastException">The value has another type.</exception>
    public T GetOutput<T>(string name = "Result") => HasEnded
        ? new WorkflowResult(InstanceId, State, Outputs, FailureText, _content!).GetOutput<T>(name)
        : throw new InvalidOperationException(
            $"The instance '{InstanceId}' is {State} and has no outputs before its end; wait for it with WaitForCompletionAsync.");

    internal bool HasEnded => State is WorkflowInstanceState.Completed or WorkflowInstanceState.Canceled or WorkflowInstanceState.Faulted;
}

/// <summary>The names of the values that the engine saves.</summary>
internal static class SavedValues
{
    public static readonly XName Exception = XName.Get("Exception", "urn:schemas-microsoft-com:System.Activities/4.0/properties");

    public static readonly XNamespace Outputs = XNamespace.Get("urn:schemas-microsoft-com:System.Activities/4.0/properties/output");

    /// <summary>True if a value is exposed as a property of <see cref="WorkflowInstanceInfo"/>.</summary>
    public static bool IsProperty(XName name) =>
        name.Namespace == Outputs || name == Exception || name == InstanceParticipant.Key || name == InstanceParticipant.Refused;
}
