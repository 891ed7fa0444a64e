using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// Waits for the end of an instance. The host of this process signals the end of its own instances; for other instances, the store is polled.
/// </summary>
internal sealed class CompletionWait(HostConfiguration configuration, Completions completions, LoadedInstances loaded, MessageContent content)
{
    /// <summary>Waits until the instance has ended.</summary>
    /// <exception cref="WorkflowInstanceNotFoundException">The store does not know the instance, and the instance has not ended in this process
    /// recently.</exception>
    public async Task<WorkflowResult> RunAsync(InstanceStore store, Guid instanceId, CancellationToken cancellationToken)
    {
        Task<WorkflowCompletion> end = completions.Join(instanceId);
        try
        {
            while (true)
            {
                WorkflowInstanceInfo? info = await FindAsync(store, new InstanceQuery { InstanceIds = [instanceId] }, cancellationToken).ConfigureAwait(false);
                if (end.IsCompleted)
                {
                    return Result(instanceId, await end.ConfigureAwait(false));
                }

                // The order of the checks matters: the end is recorded here before the instance leaves memory, but the store may have deleted the instance
                // earlier.
                if (info is null && loaded.Find(instanceId) is null)
                {
                    return completions.FindRecent(instanceId) is { } recent
                        ? Result(instanceId, recent)
                        : throw new WorkflowInstanceNotFoundException(instanceId);
                }

                if (info is { HasEnded: true })
                {
                    return Result(Describe(info.Summary));
                }

                await PauseAsync(end, cancellationToken).ConfigureAwait(false);
            }
        }
        finally
        {
            completions.Leave(instanceId);
        }
    }

    /// <summary>Converts the summary of a store, for callers that may read the outputs of the instance.</summary>
    public WorkflowInstanceInfo Describe(InstanceSummary summary) => new(summary, content, configuration.Definitions.Find(summary.DefinitionIdentity)?.Outputs);

    /// <summary>Gets the instance with an id or key, for callers that may read its outputs; null if there is none.</summary>
    public async Task<WorkflowInstanceInfo?> GetAsync(InstanceStore store, WorkflowReference instance, CancellationToken cancellationToken) =>
        await FindAsync(store, instance, cancellationToken).ConfigureAwait(false) is { } info ? Describe(info.Summary) : null;

    /// <summary>Gets the instance with an id or key; null if there is none.</summary>
    public static Task<WorkflowInstanceInfo?> FindAsync(InstanceStore store, WorkflowReference instance, CancellationToken cancellationToken) => FindAsync(
        store,
        instance.Key is null ? new InstanceQuery { InstanceIds = [instance.InstanceId] } : new InstanceQuery { Key = RequestIds.OfKey(instance.Key) },
        cancellationToken);

    /// <summary>Gets the first instance that a query finds; null if there is none.</summary>
    public static async Task<WorkflowInstanceInfo?> FindAsync(InstanceStore store, InstanceQuery query, CancellationToken cancellationToken)
    {
        await foreach (InstanceSummary summary in store.QueryAsync(query, cancellationToken).ConfigureAwait(false))
        {
            return new WorkflowInstanceInfo(summary, null, null);
        }

        return null;
    }

    private async Task PauseAsync(Task end, CancellationToken cancellationToken)
    {
        using CancellationTokenSource pause = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await Task.WhenAny(end, LongTime.PauseAsync(configuration.Options.PollingPeriod, configuration.Instances.Clock, pause.Token)).ConfigureAwait(false);
        await pause.CancelAsync().ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    private WorkflowResult Result(Guid instanceId, WorkflowCompletion completion) => new(
        instanceId,
        completion.State switch
        {
            ActivityInstanceState.Closed => WorkflowInstanceState.Completed,
            ActivityInstanceState.Canceled => WorkflowInstanceState.Canceled,
            _ => WorkflowInstanceState.Faulted,
        },
        new OutputTable(
            completion.State == ActivityInstanceState.Closed ? completion.Outputs : new Dictionary<string, object?>(), DeclaredOutputs.None, content),
        completion.TerminationException?.ToString(),
        content);

    private WorkflowResult Result(WorkflowInstanceInfo info) => new(
        info.InstanceId,
        info.State,
        info.Outputs,
        info.FailureText,
        content);
}
