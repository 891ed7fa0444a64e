using System.Runtime.CompilerServices;
using System.Transactions;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// Starts, resumes, ends and queries workflow instances, in any process that can reach the store. The instances run in the processes whose hosts have
/// registered their definitions. Resolve the client from the container.
/// </summary>
/// <remarks>
/// An operation returns when its request is stored; its effects follow later. A message for an instance that is not in memory, or does not wait at the bookmark
/// yet, waits in the store, in order. Operations throw a <see cref="WorkflowClientException"/> if they are refused, and an
/// <see cref="InstancePersistenceException"/> if the store fails. After a store failure, the operation may have taken effect; it can be repeated with the same
/// dedupe id. Operations that write throw an <see cref="InvalidOperationException"/> inside a transaction of <see cref="System.Transactions"/>, because a
/// rollback would not undo them. Use <see cref="WithStore"/> for database transactions. Thread-safe.
/// </remarks>
public sealed class WorkflowClient
{
    private readonly HostConfiguration _configuration;
    private readonly InstanceStarter _starter;
    private readonly MessageSender _sender;
    private readonly CompletionWait _wait;
    private readonly InstanceStore _store;

    internal WorkflowClient(HostConfiguration configuration, InstanceStarter starter, MessageSender sender, CompletionWait wait, InstanceStore store)
    {
        _configuration = configuration;
        _starter = starter;
        _sender = sender;
        _wait = wait;
        _store = store;
    }

    /// <summary>
    /// Returns this client for another store that writes to the same database, such as a store in a transaction of the application. In such a transaction,
    /// operations take effect when the application commits.
    /// </summary>
    /// <remarks>
    /// In a transaction of the application, the client can start instances and send messages: <see cref="StartAsync"/>, <see cref="ResumeAsync"/>,
    /// <see cref="CancelAsync"/>, <see cref="TerminateAsync"/> and <see cref="SuspendAsync"/>. All other operations, and those that identify an instance by its
    /// key and are not messages, throw a <see cref="NotSupportedException"/> without any effect.
    /// </remarks>
    /// <param name="store">The store.</param>
    /// <returns>The client.</returns>
    /// <exception cref="ArgumentNullException">The store is null.</exception>
    public WorkflowClient WithStore(InstanceStore store)
    {
        ArgumentNullException.ThrowIfNull(store);
        return new WorkflowClient(_configuration, _starter, _sender, _wait, store);
    }

    /// <summary>Starts an instance. When the call returns, the instance is stored; a host runs it.</summary>
    /// <param name="definitionName">The name of the definition, which must be registered in this process.</param>
    /// <param name="inputs">The inputs: a dictionary by name, or an object whose public properties are the inputs; null for none.</param>
    /// <param name="options">Options; null for the defaults.</param>
    /// <param name="cancellationToken">Cancels the wait; the instance may be started nevertheless.</param>
    /// <returns>The receipt with the id of the instance, or of the instance that an earlier request with the same dedupe id started.</returns>
    /// <exception cref="WorkflowDefinitionNotFoundException">The definition or version is not registered.</exception>
    /// <exception cref="WorkflowInputException">The inputs do not match the definition, or cannot be saved.</exception>
    /// <exception cref="WorkflowKeyInUseException">Another instance has the key.</exception>
    /// <exception cref="ArgumentException">
    /// The name, the key or the dedupe id is empty; or the key or the dedupe id contains an unpaired surrogate; or both start times are set.
    /// </exception>
    public Task<WorkflowReceipt> StartAsync(
        string definitionName, object? inputs = null, WorkflowStartOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(definitionName);
        RefuseAmbientTransaction();
        return _starter.StartAsync(_store, definitionName, inputs, options ?? new WorkflowStartOptions(), cancellationToken);
    }

    /// <summary>Resumes a bookmark. If the instance does not have the bookmark yet, the message waits in the store.</summary>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="bookmarkName">The name of the bookmark.</param>
    /// <param name="value">
    /// The value that the bookmark callback receives; may be null. Its type needs an alias, unless it is a common type; see
    /// <see cref="WorkflowHostBuilder.AddType{T}"/>.
    /// </param>
    /// <param name="dedupeId">
    /// Identifies the request, so that a repetition returns the first receipt and has no further effect; null, the default, for none.
    /// </param>
    /// <param name="expiresIn">The time after which the message is discarded if the instance has not consumed it; null, the default, for never.</param>
    /// <param name="cancellationToken">Cancels the wait; the message may be stored nevertheless.</param>
    /// <returns>The receipt.</returns>
    /// <exception cref="WorkflowPayloadException">
    /// The value cannot be sent, is larger than the store accepts, or does not fit the bookmark. The value does not fit if the definition of the instance is
    /// registered in this process and has a <see cref="Statements.WaitForBookmark{T}"/> with this name, but none that accepts the value. If the definition is
    /// not known here, the value is checked on delivery; see <see cref="WorkflowInstanceInfo.RefusedMessages"/>.
    /// </exception>
    /// <exception cref="WorkflowInstanceNotFoundException">No instance has the id or key.</exception>
    /// <exception cref="WorkflowInstanceEndedException">The instance has ended, and the store keeps it.</exception>
    /// <exception cref="WorkflowInboxFullException">Too many messages wait for the instance.</exception>
    /// <exception cref="ArgumentException">
    /// The name of the bookmark is empty, too long or cannot be stored; or the dedupe id is empty or contains an unpaired surrogate.
    /// </exception>
    public Task<WorkflowReceipt> ResumeAsync(
        WorkflowReference instance,
        string bookmarkName,
        object? value = null,
        string? dedupeId = null,
        TimeSpan? expiresIn = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(bookmarkName);
        RefuseAmbientTransaction();
        return _sender.SendAsync(_store, instance, MessageKind.Resume, bookmarkName, value, new(dedupeId, expiresIn), cancellationToken);
    }

    /// <summary>Withdraws a message that the instance has not consumed.</summary>
    /// <param name="receipt">The receipt of <see cref="ResumeAsync"/>.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>
    /// True if the message was removed; false if the instance has consumed it. A host that has already received the message may still deliver it.
    /// </returns>
    /// <exception cref="ArgumentNullException">The receipt is null.</exception>
    public Task<bool> WithdrawAsync(WorkflowReceipt receipt, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(receipt);
        RefuseAmbientTransaction();
        return _store.WithdrawAsync(receipt.InstanceId, receipt.Sequence, cancellationToken);
    }

    /// <summary>
    /// Requests the cancellation of an instance. Its activities can clean up, and the instance may even complete. A suspended instance is canceled when it is
    /// continued.
    /// </summary>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="dedupeId">The same as for <see cref="ResumeAsync"/>.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The receipt.</returns>
    /// <exception cref="WorkflowInstanceNotFoundException">No instance has the id or key.</exception>
    /// <exception cref="WorkflowInstanceEndedException">The instance has ended, and the store keeps it.</exception>
    public Task<WorkflowReceipt> CancelAsync(WorkflowReference instance, string? dedupeId = null, CancellationToken cancellationToken = default)
    {
        RefuseAmbientTransaction();
        return _sender.SendAsync(_store, instance, MessageKind.Cancel, null, null, new(dedupeId, null), cancellationToken);
    }

    /// <summary>
    /// Ends an instance as faulted. A suspended instance ends at once, without running; in a transaction of the application, it ends when it is continued.
    /// </summary>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="reason">The reason for the termination.</param>
    /// <param name="dedupeId">The same as for <see cref="ResumeAsync"/>.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The receipt.</returns>
    /// <exception cref="WorkflowInstanceNotFoundException">No instance has the id or key.</exception>
    /// <exception cref="WorkflowInstanceEndedException">The instance has ended, and the store keeps it.</exception>
    public async Task<WorkflowReceipt> TerminateAsync(
        WorkflowReference instance, string reason, string? dedupeId = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reason);
        RefuseAmbientTransaction();
        WorkflowReceipt receipt = await _sender
            .SendAsync(_store, instance, MessageKind.Terminate, null, reason, new(dedupeId, null), cancellationToken).ConfigureAwait(false);
        if (HasAllCalls && await GetAsync(receipt.InstanceId, cancellationToken).ConfigureAwait(false) is { State: WorkflowInstanceState.Suspended })
        {
            // No host takes the message of a suspended instance. The termination also removes the message.
            await _store.TerminateAsync(receipt.InstanceId, cancellationToken).ConfigureAwait(false);
        }

        return receipt;
    }

    /// <summary>
    /// Suspends an instance as soon as it can be saved. The instance does not run until <see cref="ContinueAsync"/>; its messages wait in the store.
    /// </summary>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="reason">The reason, for <see cref="WorkflowInstanceInfo.Reason"/>.</param>
    /// <param name="dedupeId">The same as for <see cref="ResumeAsync"/>.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The receipt.</returns>
    /// <exception cref="WorkflowInstanceNotFoundException">No instance has the id or key.</exception>
    /// <exception cref="WorkflowInstanceEndedException">The instance has ended, and the store keeps it.</exception>
    public Task<WorkflowReceipt> SuspendAsync(WorkflowReference instance, string reason, string? dedupeId = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reason);
        RefuseAmbientTransaction();
        return _sender.SendAsync(_store, instance, MessageKind.Suspend, null, reason, new(dedupeId, null), cancellationToken);
    }

    /// <summary>Resumes a suspended instance from its last save.</summary>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>True if the instance was suspended, or waited for a retry after a failure; otherwise false.</returns>
    /// <exception cref="WorkflowInstanceNotFoundException">No instance has the id or key.</exception>
    public async Task<bool> ContinueAsync(WorkflowReference instance, CancellationToken cancellationToken = default)
    {
        RefuseAmbientTransaction();
        return await _store.ContinueAsync(await IdOfAsync(instance, cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Gets the information that the store has about an instance.</summary>
    /// <param name="instance">The id or key of the instance. An instance that has ended has no key.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The instance; null if the store does not know it.</returns>
    public Task<WorkflowInstanceInfo?> GetAsync(WorkflowReference instance, CancellationToken cancellationToken = default) =>
        _wait.GetAsync(_store, instance, cancellationToken);

    /// <summary>Lists instances, oldest first.</summary>
    /// <param name="query">The conditions; null for all instances.</param>
    /// <param name="cancellationToken">Cancels the listing.</param>
    /// <returns>The instances; ended ones only if the store keeps them.</returns>
    public async IAsyncEnumerable<WorkflowInstanceInfo> QueryAsync(
        InstanceQuery? query = null, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await foreach (InstanceSummary summary in _store.QueryAsync(query ?? new InstanceQuery(), cancellationToken).ConfigureAwait(false))
        {
            yield return _wait.Describe(summary);
        }
    }

    /// <summary>Lists the definitions that are registered in this process, and indicates which of them can be removed.</summary>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The definitions, in the order of their registration.</returns>
    public async Task<IReadOnlyList<WorkflowDefinitionInfo>> GetDefinitionsAsync(CancellationToken cancellationToken = default)
    {
        List<WorkflowDefinitionInfo> definitions = [];
        foreach (HostedDefinition definition in _configuration.Definitions.All)
        {
            InstanceQuery query = new() { DefinitionIdentity = definition.Identity, Statuses = [InstanceStatus.Executing, InstanceStatus.Idle], MaxCount = 1 };
            bool hasInstances = await CompletionWait.FindAsync(_store, query, cancellationToken).ConfigureAwait(false) is not null;
            definitions.Add(new WorkflowDefinitionInfo(
                definition.Name, definition.Version, hasInstances, definition == _configuration.Definitions.Get(definition.Name, null)));
        }

        return definitions;
    }

    /// <summary>Waits until an instance has ended.</summary>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The final state of the instance, with its outputs or its exception.</returns>
    /// <exception cref="WorkflowInstanceNotFoundException">
    /// The store does not know the instance. If the store deletes ended instances, this happens when the instance ended in another process, or ended in this
    /// process longer ago than <see cref="WorkflowHostOptions.ResultRetention"/>. An instance that has ended no longer has a key: use its id,
    /// <see cref="WorkflowReceipt.InstanceId"/>.
    /// </exception>
    public async Task<WorkflowResult> WaitForCompletionAsync(WorkflowReference instance, CancellationToken cancellationToken = default) =>
        await _wait.RunAsync(_store, await IdOfAsync(instance, cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);

    /// <summary>Waits until an instance has completed, and returns its out argument 'Result'.</summary>
    /// <typeparam name="T">The type of the result.</typeparam>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The result.</returns>
    /// <exception cref="WorkflowFailedException">The instance ended as faulted or canceled.</exception>
    /// <exception cref="WorkflowInstanceNotFoundException">The same as for the other overload.</exception>
    public async Task<T> WaitForCompletionAsync<T>(WorkflowReference instance, CancellationToken cancellationToken = default) =>
        (await WaitForCompletionAsync(instance, cancellationToken).ConfigureAwait(false)).GetOutput<T>("Result");

    private async Task<Guid> IdOfAsync(WorkflowReference instance, CancellationToken cancellationToken) => instance.Key is null
        ? instance.InstanceId
        : (await GetAsync(instance, cancellationToken).ConfigureAwait(false))?.InstanceId ?? throw new WorkflowInstanceNotFoundException(instance);

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

    /// <summary>False if the store is in a transaction of the application. Such a store supports no queries.</summary>
    private bool HasAllCalls => ReferenceEquals(_store, _configuration.Store) || _store.SupportsTransactions;
}
