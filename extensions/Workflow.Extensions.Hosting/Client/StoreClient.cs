using System.Runtime.CompilerServices;
using System.Transactions;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>The client of a store. Thread-safe.</summary>
internal sealed class StoreClient(
    HostConfiguration configuration, InstanceStarter starter, MessageSender sender, InstanceQueries queries, CompletionWait wait, InstanceStore store)
    : WorkflowClient
{
    /// <summary>False if the store is in a transaction of the application. Such a store supports no queries.</summary>
    private bool HasAllCalls => ReferenceEquals(store, configuration.Store) || store.Capabilities.JoinsTransactions;

    public override WorkflowClient WithStore(InstanceStore store)
    {
        ArgumentNullException.ThrowIfNull(store);
        return new StoreClient(configuration, starter, sender, queries, wait, store);
    }

    public override Task<WorkflowReceipt> StartAsync(
        string definitionName,
        IReadOnlyDictionary<string, object?>? inputs = null,
        WorkflowStartOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(definitionName);
        RefuseAmbientTransaction();
        return starter.StartAsync(store, definitionName, inputs, options ?? new WorkflowStartOptions(), cancellationToken);
    }

    public override Task<WorkflowReceipt> ResumeAsync(
        WorkflowReference instance,
        string bookmarkName,
        object? value = null,
        string? requestId = null,
        TimeSpan? expiresIn = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(bookmarkName);
        return SendAsync(instance, MessageKind.Resume, bookmarkName, value, new(requestId, expiresIn), cancellationToken);
    }

    public override Task<bool> WithdrawAsync(WorkflowReceipt receipt, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(receipt);
        RefuseAmbientTransaction();
        return store.WithdrawAsync(receipt.InstanceId, receipt.Sequence, cancellationToken);
    }

    public override Task<WorkflowReceipt> CancelAsync(
        WorkflowReference instance, string? requestId = null, CancellationToken cancellationToken = default) =>
        SendAsync(instance, MessageKind.Cancel, null, null, new(requestId, null), cancellationToken);

    public override async Task<WorkflowReceipt> TerminateAsync(
        WorkflowReference instance, string reason, string? requestId = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reason);
        WorkflowReceipt receipt = await SendAsync(
            instance, MessageKind.Terminate, null, reason, new(requestId, null), cancellationToken).ConfigureAwait(false);
        if (HasAllCalls && await GetAsync(receipt.InstanceId, cancellationToken).ConfigureAwait(false) is { State: WorkflowInstanceState.Suspended })
        {
            // No host takes the message of a suspended instance. The termination also removes the message.
            await store.TerminateAsync(receipt.InstanceId, cancellationToken).ConfigureAwait(false);
        }

        return receipt;
    }

    public override Task<WorkflowReceipt> SuspendAsync(
        WorkflowReference instance, string reason, string? requestId = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reason);
        return SendAsync(instance, MessageKind.Suspend, null, reason, new(requestId, null), cancellationToken);
    }

    public override async Task<bool> ContinueAsync(WorkflowReference instance, CancellationToken cancellationToken = default)
    {
        RefuseAmbientTransaction();
        return await store.ContinueAsync(await IdOfAsync(instance, cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
    }

    public override Task<WorkflowInstanceInfo?> GetAsync(WorkflowReference instance, CancellationToken cancellationToken = default) =>
        queries.GetAsync(store, instance, cancellationToken);

    public override async IAsyncEnumerable<WorkflowInstanceInfo> QueryAsync(
        InstanceQuery? query = null, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await foreach (InstanceSummary summary in store.QueryAsync(query ?? new InstanceQuery(), cancellationToken).ConfigureAwait(false))
        {
            yield return queries.Describe(summary);
        }
    }

    public override async Task<IReadOnlyList<WorkflowDefinitionInfo>> GetDefinitionsAsync(CancellationToken cancellationToken = default)
    {
        List<WorkflowDefinitionInfo> definitions = [];
        foreach (HostedDefinition definition in configuration.Definitions.All)
        {
            InstanceQuery query = new() { DefinitionIdentity = definition.Identity, Statuses = [InstanceStatus.Executing, InstanceStatus.Idle], MaxCount = 1 };
            definitions.Add(new WorkflowDefinitionInfo
            {
                Name = definition.Name,
                Version = definition.Version,
                HasInstances = await InstanceQueries.FindAsync(store, query, cancellationToken).ConfigureAwait(false) is not null,
                IsNewest = definition == configuration.Definitions.Get(definition.Name, null),
            });
        }

        return definitions;
    }

    public override async Task<WorkflowResult> WaitForCompletionAsync(WorkflowReference instance, CancellationToken cancellationToken = default) =>
        await wait.RunAsync(store, await IdOfAsync(instance, cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);

    private Task<WorkflowReceipt> SendAsync(
        WorkflowReference instance, MessageKind kind, string? bookmark, object? value, SendOptions options, CancellationToken cancellationToken)
    {
        RefuseAmbientTransaction();
        return sender.SendAsync(store, instance, kind, bookmark, value, options, cancellationToken);
    }

    private async Task<Guid> IdOfAsync(WorkflowReference instance, CancellationToken cancellationToken) => instance.Key is null
        ? instance.InstanceId
        : (await InstanceQueries.FindAsync(store, instance, cancellationToken).ConfigureAwait(false))?.InstanceId
            ?? throw new WorkflowInstanceNotFoundException(instance);

    /// <summary>
    /// Throws if there is an ambient transaction, because the call would not take part in it. A store in a transaction of the application is exempt: the
    /// application has chosen the transaction explicitly.
    /// </summary>
    private void RefuseAmbientTransaction()
    {
        if (Transaction.Current is not null && HasAllCalls)
        {
            throw new InvalidOperationException(
                "The client was called in a transaction of 'System.Transactions', in which it cannot take part, so that a rollback would not undo the call; make the call after the transaction, suppress the transaction, or use 'WithStore' with a store in a transaction of the database.");
        }
    }
}
