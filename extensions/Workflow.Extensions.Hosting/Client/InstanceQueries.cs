using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Finds instances in a store, and describes them to callers of the client. Thread-safe.</summary>
internal sealed class InstanceQueries(DefinitionTable definitions, MessageContent content)
{
    /// <summary>Gets the instance with an id or key, for callers that may read its outputs; null if there is none.</summary>
    public async Task<WorkflowInstanceInfo?> GetAsync(InstanceStore store, WorkflowReference instance, CancellationToken cancellationToken) =>
        await FindAsync(store, instance, cancellationToken).ConfigureAwait(false) is { } summary ? Describe(summary) : null;

    /// <summary>Gets the instance with an id or key; null if there is none.</summary>
    public static Task<InstanceSummary?> FindAsync(InstanceStore store, WorkflowReference instance, CancellationToken cancellationToken) => FindAsync(
        store,
        instance.Key is null ? new InstanceQuery { InstanceIds = [instance.InstanceId] } : new InstanceQuery { Key = RequestIds.OfKey(instance.Key) },
        cancellationToken);

    /// <summary>Gets the first instance that a query finds; null if there is none.</summary>
    public static async Task<InstanceSummary?> FindAsync(InstanceStore store, InstanceQuery query, CancellationToken cancellationToken)
    {
        await foreach (InstanceSummary summary in store.QueryAsync(query, cancellationToken).ConfigureAwait(false))
        {
            return summary;
        }

        return null;
    }

    /// <summary>Returns the state that the summary of a store shows.</summary>
    public static WorkflowInstanceState StateOf(InstanceSummary summary) => summary switch
    {
        { Status: InstanceStatus.Closed } => WorkflowInstanceState.Completed,
        { Status: InstanceStatus.Canceled } => WorkflowInstanceState.Canceled,
        { Status: InstanceStatus.Faulted } => WorkflowInstanceState.Faulted,
        { IsSuspended: true } => WorkflowInstanceState.Suspended,
        { Status: InstanceStatus.Executing } => WorkflowInstanceState.Running,
        _ => WorkflowInstanceState.Waiting,
    };

    /// <summary>Converts the summary of a store.</summary>
    public WorkflowInstanceInfo Describe(InstanceSummary summary) => new()
    {
        InstanceId = summary.InstanceId,
        Key = summary.Values.GetValueOrDefault(InstanceValueNames.Key) as string,
        DefinitionName = summary.DefinitionIdentity?.Name,
        Version = summary.DefinitionIdentity?.Version?.Major,
        State = StateOf(summary),
        Reason = summary.LastFailure,
        FailureCount = summary.FailureCount,
        FailureText = summary.Values.GetValueOrDefault(InstanceValueNames.Exception) as string,
        Bookmarks = [.. summary.Bookmarks.Select(static bookmark => bookmark.Name)],
        PendingMessageCount = summary.PendingMessageCount,
        RefusedMessages = RefusedMessages.Read(summary.Values.GetValueOrDefault(InstanceValueNames.Refused) as string),
        DueAt = summary.DueAt,
        CreatedAt = summary.CreatedAt,
        UpdatedAt = summary.UpdatedAt,
        OwnerName = summary.OwnerName,
        Outputs = OutputsOf(summary),
        Values = summary.Values,
        Content = content,
    };

    private OutputTable OutputsOf(InstanceSummary summary) => new(
        summary.Values
            .Where(static value => value.Key.Namespace == InstanceValueNames.Outputs)
            .ToDictionary(static value => value.Key.LocalName, static value => value.Value),
        definitions.Find(summary.DefinitionIdentity)?.Outputs ?? DeclaredOutputs.None,
        content);
}
