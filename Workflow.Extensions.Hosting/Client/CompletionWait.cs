using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Waits for the end of an instance: the host of this process says it, or the store is asked from time to time.</summary>
internal sealed class CompletionWait(HostConfiguration configuration, Completions completions, LoadedInstances loaded, MessageContent content)
{
    /// <exception cref="WorkflowInstanceNotFoundException">The store does not know the instance, and it has not ended here a short time ago.</exception>
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

                // In this order: an instance leaves the memory after its end is known here, and its store may have deleted it before.
                if (info is null && loaded.Find(instanceId) is null)
                {
                    return completions.FindRecent(instanceId) is { } recent ? Result(instanceId, recent) : throw new WorkflowInstanceNotFoundException(instanceId);
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

    /// <summary>What a store says of an instance, for callers that may read its outputs.</summary>
    public WorkflowInstanceInfo Describe(InstanceSummary summary) => new(summary, content, configuration.Definitions.Find(summary.DefinitionIdentity)?.Outputs);

    /// <summary>The instance with an id or key, for callers that may read its outputs; null for none.</summary>
    public async Task<WorkflowInstanceInfo?> GetAsync(InstanceStore store, WorkflowReference instance, CancellationToken cancellationToken) =>
        await FindAsync(store, instance, cancellationToken).ConfigureAwait(false) is { } info ? Describe(info.Summary) : null;

    /// <summary>The instance with an id or key; null for none.</summary>
    public static Task<WorkflowInstanceInfo?> FindAsync(InstanceStore store, WorkflowReference instance, CancellationToken cancellationToken) => FindAsync(
        store, instance.Key is null ? new InstanceQuery { InstanceIds = [instance.InstanceId] } : new InstanceQuery { Key = RequestIds.OfKey(instance.Key) }, cancellationToken);

    /// <summary>The first instance that a query finds; null for none.</summary>
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
        new OutputTable(completion.State == ActivityInstanceState.Closed ? completion.Outputs : new Dictionary<string, object?>(), DeclaredOutputs.None, content),
        completion.TerminationException?.ToString(),
        content);

    private WorkflowResult Result(WorkflowInstanceInfo info) => new(
        info.InstanceId,
        info.State,
        info.Outputs,
        info.Exception,
        content);
}
