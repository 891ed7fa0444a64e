using System.Collections.ObjectModel;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// Waits for the end of an instance. The host of this process signals the end of its own instances; for other instances, the store is polled. Thread-safe.
/// </summary>
/// <param name="configuration">The polling period and the clock.</param>
/// <param name="completions">The ends of instances of this process.</param>
/// <param name="local">The host of this process; null if there is none.</param>
/// <param name="queries">Describes ended instances of the store.</param>
/// <param name="content">Reads outputs.</param>
internal sealed class CompletionWait(
    HostConfiguration configuration, Completions completions, LocalDelivery? local, InstanceQueries queries, MessageContent content)
{
    /// <summary>Waits until the instance has ended.</summary>
    /// <exception cref="WorkflowInstanceNotFoundException">The store does not know the instance, and the instance has not ended in this process
    /// recently.</exception>
    public async Task<WorkflowResult> RunAsync(InstanceStore store, Guid instanceId, CancellationToken cancellationToken)
    {
        Task<WorkflowCompletion> end = completions.BeginWait(instanceId);
        try
        {
            while (true)
            {
                InstanceSummary? found = await InstanceQueries
                    .FindAsync(store, new InstanceQuery { InstanceIds = [instanceId] }, cancellationToken).ConfigureAwait(false);
                if (end.IsCompleted)
                {
                    return Result(instanceId, await end.ConfigureAwait(false));
                }

                // The order of the checks matters: the end is recorded here before the instance leaves memory, but the store may have deleted the instance
                // earlier.
                if (found is null && local?.IsLoaded(instanceId) != true)
                {
                    return completions.FindRecent(instanceId) is { } recent
                        ? Result(instanceId, recent)
                        : throw new WorkflowInstanceNotFoundException(instanceId);
                }

                if (found is { Status: InstanceStatus.Closed or InstanceStatus.Canceled or InstanceStatus.Faulted })
                {
                    return Result(queries.Describe(found));
                }

                await PauseAsync(end, cancellationToken).ConfigureAwait(false);
            }
        }
        finally
        {
            completions.EndWait(instanceId);
        }
    }

    private async Task PauseAsync(Task end, CancellationToken cancellationToken)
    {
        using CancellationTokenSource pause = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await Task.WhenAny(end, LongTime.PauseAsync(configuration.Options.PollingPeriod, configuration.Instances.Clock, pause.Token)).ConfigureAwait(false);
        await pause.CancelAsync().ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    private WorkflowResult Result(Guid instanceId, WorkflowCompletion completion) => new()
    {
        InstanceId = instanceId,
        State = completion.State switch
        {
            ActivityInstanceState.Closed => WorkflowInstanceState.Completed,
            ActivityInstanceState.Canceled => WorkflowInstanceState.Canceled,
            _ => WorkflowInstanceState.Faulted,
        },
        Outputs = completion.State == ActivityInstanceState.Closed
            ? new OutputTable(completion.Outputs, DeclaredOutputs.None, content)
            : ReadOnlyDictionary<string, object?>.Empty,
        FailureText = completion.TerminationException?.ToString(),
        Content = content,
    };

    private WorkflowResult Result(WorkflowInstanceInfo info) => new()
    {
        InstanceId = info.InstanceId,
        State = info.State,
        Outputs = info.Outputs,
        FailureText = info.FailureText,
        Content = content,
    };
}
