using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>An instance as its store knows it at the time of a query. Immutable.</summary>
public sealed class WorkflowInstanceInfo
{
    private readonly InstanceSummary _summary;

    internal WorkflowInstanceInfo(InstanceSummary summary) => _summary = summary;

    /// <summary>The instance.</summary>
    public Guid InstanceId => _summary.InstanceId;

    /// <summary>Its key; null for none. If the store returns chosen values only, it has to return the value <c>{urn:workflow:hosting}Key</c>.</summary>
    public string? Key => _summary.Values.GetValueOrDefault(InstanceParticipant.Key) as string;

    /// <summary>The identity of its definition; null for none.</summary>
    internal WorkflowIdentity? Identity => _summary.DefinitionIdentity;

    /// <summary>The name of its definition; null if it was not started by this package.</summary>
    public string? DefinitionName => _summary.DefinitionIdentity?.Name;

    /// <summary>The version of its definition; null if it was not started by this package.</summary>
    public int? Version => _summary.DefinitionIdentity?.Version?.Major;

    /// <summary>What it does.</summary>
    public WorkflowInstanceState State => _summary switch
    {
        { Status: InstanceStatus.Closed } => WorkflowInstanceState.Completed,
        { Status: InstanceStatus.Canceled } => WorkflowInstanceState.Canceled,
        { Status: InstanceStatus.Faulted } => WorkflowInstanceState.Faulted,
        { IsSetAside: true } => WorkflowInstanceState.Suspended,
        { Status: InstanceStatus.Executing } => WorkflowInstanceState.Running,
        _ => WorkflowInstanceState.Waiting,
    };

    /// <summary>Why it is suspended or was tried again: the reason of the request, or the exception; null if there was no failure since the last save.</summary>
    public string? Reason => _summary.LastFailure;

    /// <summary>The number of failures in a row.</summary>
    public int Failures => _summary.Failures;

    /// <summary>The exception with which it ended, as text; null if it has not ended as faulted.</summary>
    public string? Exception => _summary.Values.GetValueOrDefault(SavedValues.Exception) as string;

    /// <summary>The names of the bookmarks at which it waits.</summary>
    public IReadOnlyList<string> Bookmarks => [.. _summary.Bookmarks.Select(bookmark => bookmark.Name)];

    /// <summary>The number of messages that wait for it.</summary>
    public int Messages => _summary.Messages;

    /// <summary>The last messages that it has refused, because their values did not fit, oldest first; at most ten. If the store returns chosen values only, it has to return the value <c>{urn:workflow:hosting}Refused</c>.</summary>
    public IReadOnlyList<WorkflowRefusedMessage> RefusedMessages => Hosting.RefusedMessages.Read(_summary.Values.GetValueOrDefault(InstanceParticipant.Refused) as string);

    /// <summary>When its next timer is due, by the clock of the store; null for none.</summary>
    public DateTimeOffset? Due => _summary.Due;

    /// <summary>When it was started, by the clock of the store.</summary>
    public DateTimeOffset Created => _summary.Created;

    /// <summary>When it was saved for the last time, by the clock of the store.</summary>
    public DateTimeOffset Updated => _summary.Updated;

    /// <summary>The name of the host that has it in memory; null for none.</summary>
    public string? Host => _summary.OwnerName;

    /// <summary>The values for queries, such as mapped variables and, after its end, outputs.</summary>
    public IReadOnlyDictionary<XName, object?> Values => _summary.Values;

    internal bool HasEnded => State is WorkflowInstanceState.Completed or WorkflowInstanceState.Canceled or WorkflowInstanceState.Faulted;
}

/// <summary>The names of values that the engine saves.</summary>
internal static class SavedValues
{
    public static readonly XName Exception = XName.Get("Exception", "urn:schemas-microsoft-com:System.Activities/4.0/properties");

    public static readonly XNamespace Outputs = XNamespace.Get("urn:schemas-microsoft-com:System.Activities/4.0/properties/output");
}
