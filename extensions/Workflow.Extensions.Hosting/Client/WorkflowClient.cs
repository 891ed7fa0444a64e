using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// Starts, resumes, ends and queries workflow instances, in any process that can reach the store. The instances run in the processes whose hosts have
/// registered their definitions. Resolve the client from the container.
/// </summary>
/// <remarks>
/// <para>An operation returns when its request is stored; its effects follow later. A message for an instance that is not in memory, or does not wait at the
/// bookmark yet, waits in the store, in order. Operations throw a <see cref="WorkflowClientException"/> if they are refused, and an
/// <see cref="InstancePersistenceException"/> if the store fails. After a store failure, the operation may have taken effect; it can be repeated with the same
/// request id. Operations that write throw an <see cref="InvalidOperationException"/> inside a transaction of <see cref="System.Transactions"/>, because a
/// rollback would not undo them. Use <see cref="WithStore"/> for database transactions. Thread-safe.</para>
/// <para>A unit test derives a class and overrides the operations that its subject calls; all others throw a <see cref="NotSupportedException"/>.</para>
/// </remarks>
public abstract class WorkflowClient
{
    /// <summary>Creates a client whose operations throw, unless the derived class overrides them.</summary>
    protected WorkflowClient()
    {
    }

    /// <summary>
    /// Returns this client for another store that writes to the same database, such as a store in a transaction of the application. In such a transaction,
    /// operations take effect when the application commits.
    /// </summary>
    /// <remarks>
    /// In a transaction of the application, the client can start instances and send messages with <c>StartAsync</c>, <see cref="ResumeAsync"/>,
    /// <see cref="CancelAsync"/>, <see cref="TerminateAsync"/> and <see cref="SuspendAsync"/>. All other operations, and those that identify an instance by its
    /// key and are not messages, throw a <see cref="NotSupportedException"/> without any effect.
    /// </remarks>
    /// <param name="store">The store.</param>
    /// <returns>The client.</returns>
    /// <exception cref="ArgumentNullException">The store is null.</exception>
    public virtual WorkflowClient WithStore(InstanceStore store) => throw NotOverridden();

    /// <summary>Starts an instance. When the call returns, the instance is stored; a host runs it.</summary>
    /// <param name="definitionName">The name of the definition, which must be registered in this process.</param>
    /// <param name="inputs">The inputs by name, which must not change until the task has completed; null, the default, for none.</param>
    /// <param name="options">Options; null, the default, for the defaults.</param>
    /// <param name="cancellationToken">Cancels the wait; the instance may be started nevertheless.</param>
    /// <returns>The receipt with the id of the instance, or of the instance that an earlier request with the same request id started.</returns>
    /// <exception cref="WorkflowDefinitionNotFoundException">The definition or version is not registered.</exception>
    /// <exception cref="WorkflowInputException">The inputs do not match the definition, or cannot be saved.</exception>
    /// <exception cref="WorkflowKeyInUseException">Another instance has the key.</exception>
    /// <exception cref="ArgumentException">
    /// The name, the key or the request id is empty; or the key or the request id contains an unpaired surrogate; or both start times are set.
    /// </exception>
    public virtual Task<WorkflowReceipt> StartAsync(
        string definitionName,
        IReadOnlyDictionary<string, object?>? inputs = null,
        WorkflowStartOptions? options = null,
        CancellationToken cancellationToken = default) => throw NotOverridden();

    /// <summary>Starts an instance whose inputs are the properties of an object, such as one of an anonymous type.</summary>
    /// <typeparam name="TInputs">The type whose public properties are the inputs.</typeparam>
    /// <param name="definitionName">The name of the definition, which must be registered in this process.</param>
    /// <param name="inputs">The object. A dictionary of inputs by name is used as it is.</param>
    /// <param name="options">Options; null, the default, for the defaults.</param>
    /// <param name="cancellationToken">Cancels the wait; the instance may be started nevertheless.</param>
    /// <returns>The receipt of the other overload, which this one calls.</returns>
    /// <exception cref="WorkflowInputException">
    /// The object does not represent inputs, as for <see cref="WorkflowInputs.From{T}(T)"/>; or the other overload throws it.
    /// </exception>
    public Task<WorkflowReceipt> StartAsync<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] TInputs>(
        string definitionName, TInputs inputs, WorkflowStartOptions? options = null, CancellationToken cancellationToken = default)
        where TInputs : notnull
    {
        ArgumentException.ThrowIfNullOrEmpty(definitionName);
        try
        {
            return StartAsync(definitionName, InputProperties.Of(definitionName, inputs), options, cancellationToken);
        }
        catch (WorkflowInputException exception)
        {
            return Task.FromException<WorkflowReceipt>(exception);
        }
    }

    /// <summary>Resumes a bookmark. If the instance does not have the bookmark yet, the message waits in the store.</summary>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="bookmarkName">The name of the bookmark.</param>
    /// <param name="value">
    /// The value that the bookmark callback receives; may be null. Its type needs an alias, unless it is a common type; see
    /// <see cref="WorkflowHostBuilder.AddType{T}"/>.
    /// </param>
    /// <param name="requestId">
    /// Identifies the request, so that a repetition returns the first receipt and has no further effect; null, the default, for none.
    /// </param>
    /// <param name="expiresIn">The time after which the message is discarded if the instance has not consumed it; null, the default, for never.</param>
    /// <param name="cancellationToken">Cancels the wait; the message may be stored nevertheless.</param>
    /// <returns>The receipt.</returns>
    /// <exception cref="WorkflowPayloadException">
    /// The value cannot be sent, is larger than the store accepts, or does not fit the bookmark. The value does not fit if the definition of the instance is
    /// registered in this process and has a <see cref="Statements.WaitForBookmark{T}"/> or another <see cref="Statements.IBookmarkWait"/> with this name, but
    /// none that accepts the value. If the definition is not known here, the value is checked on delivery; see
    /// <see cref="WorkflowInstanceInfo.RefusedMessages"/>.
    /// </exception>
    /// <exception cref="WorkflowInstanceNotFoundException">No instance has the id or key.</exception>
    /// <exception cref="WorkflowInstanceEndedException">The instance has ended, and the store keeps it.</exception>
    /// <exception cref="WorkflowInboxFullException">Too many messages wait for the instance.</exception>
    /// <exception cref="ArgumentException">
    /// The name of the bookmark is empty, too long or cannot be stored; or the request id is empty or contains an unpaired surrogate.
    /// </exception>
    public virtual Task<WorkflowReceipt> ResumeAsync(
        WorkflowReference instance,
        string bookmarkName,
        object? value = null,
        string? requestId = null,
        TimeSpan? expiresIn = null,
        CancellationToken cancellationToken = default) => throw NotOverridden();

    /// <summary>Withdraws a message that the instance has not consumed.</summary>
    /// <param name="receipt">The receipt of <see cref="ResumeAsync"/>.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>
    /// True if the message was removed; false if the instance has consumed it. A host that has already received the message may still deliver it.
    /// </returns>
    /// <exception cref="ArgumentNullException">The receipt is null.</exception>
    public virtual Task<bool> WithdrawAsync(WorkflowReceipt receipt, CancellationToken cancellationToken = default) => throw NotOverridden();

    /// <summary>
    /// Requests the cancellation of an instance. Its activities can clean up, and the instance may even complete. A suspended instance is canceled when it is
    /// continued.
    /// </summary>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="requestId">The same as for <see cref="ResumeAsync"/>.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The receipt.</returns>
    /// <exception cref="WorkflowInstanceNotFoundException">No instance has the id or key.</exception>
    /// <exception cref="WorkflowInstanceEndedException">The instance has ended, and the store keeps it.</exception>
    public virtual Task<WorkflowReceipt> CancelAsync(
        WorkflowReference instance, string? requestId = null, CancellationToken cancellationToken = default) => throw NotOverridden();

    /// <summary>
    /// Ends an instance as faulted. A suspended instance ends at once, without running; in a transaction of the application, it ends when it is continued.
    /// </summary>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="reason">The reason for the termination.</param>
    /// <param name="requestId">The same as for <see cref="ResumeAsync"/>.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The receipt.</returns>
    /// <exception cref="WorkflowInstanceNotFoundException">No instance has the id or key.</exception>
    /// <exception cref="WorkflowInstanceEndedException">The instance has ended, and the store keeps it.</exception>
    public virtual Task<WorkflowReceipt> TerminateAsync(
        WorkflowReference instance, string reason, string? requestId = null, CancellationToken cancellationToken = default) => throw NotOverridden();

    /// <summary>
    /// Suspends an instance as soon as it can be saved. The instance does not run until <see cref="ContinueAsync"/>; its messages wait in the store.
    /// </summary>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="reason">The reason, for <see cref="WorkflowInstanceInfo.Reason"/>.</param>
    /// <param name="requestId">The same as for <see cref="ResumeAsync"/>.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The receipt.</returns>
    /// <exception cref="WorkflowInstanceNotFoundException">No instance has the id or key.</exception>
    /// <exception cref="WorkflowInstanceEndedException">The instance has ended, and the store keeps it.</exception>
    public virtual Task<WorkflowReceipt> SuspendAsync(
        WorkflowReference instance, string reason, string? requestId = null, CancellationToken cancellationToken = default) => throw NotOverridden();

    /// <summary>Resumes a suspended instance from its last save.</summary>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>True if the instance was suspended, or waited for a retry after a failure; otherwise false.</returns>
    /// <exception cref="WorkflowInstanceNotFoundException">No instance has the id or key.</exception>
    public virtual Task<bool> ContinueAsync(WorkflowReference instance, CancellationToken cancellationToken = default) => throw NotOverridden();

    /// <summary>Gets the information that the store has about an instance.</summary>
    /// <param name="instance">The id or key of the instance. An instance that has ended has no key.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The instance; null if the store does not know it.</returns>
    public virtual Task<WorkflowInstanceInfo?> GetAsync(WorkflowReference instance, CancellationToken cancellationToken = default) => throw NotOverridden();

    /// <summary>Lists instances, oldest first.</summary>
    /// <param name="query">The conditions; null for all instances.</param>
    /// <param name="cancellationToken">Cancels the listing.</param>
    /// <returns>The instances; ended ones only if the store keeps them.</returns>
    public virtual IAsyncEnumerable<WorkflowInstanceInfo> QueryAsync(InstanceQuery? query = null, CancellationToken cancellationToken = default) =>
        throw NotOverridden();

    /// <summary>Lists the definitions that are registered in this process, and indicates which of them can be removed.</summary>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The definitions, in the order of their registration.</returns>
    public virtual Task<IReadOnlyList<WorkflowDefinitionInfo>> GetDefinitionsAsync(CancellationToken cancellationToken = default) => throw NotOverridden();

    /// <summary>Waits until an instance has ended.</summary>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The final state of the instance, with its outputs or its exception.</returns>
    /// <exception cref="WorkflowInstanceNotFoundException">
    /// The store does not know the instance. If the store deletes ended instances, this happens when the instance ended in another process, or ended in this
    /// process longer ago than <see cref="WorkflowHostOptions.ResultRetention"/>. An instance that has ended no longer has a key: use its id,
    /// <see cref="WorkflowReceipt.InstanceId"/>.
    /// </exception>
    public virtual Task<WorkflowResult> WaitForCompletionAsync(WorkflowReference instance, CancellationToken cancellationToken = default) =>
        throw NotOverridden();

    /// <summary>Waits until an instance has completed, and returns its out argument 'Result'. Calls the other overload.</summary>
    /// <typeparam name="T">The type of the result.</typeparam>
    /// <param name="instance">The id or key of the instance.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The result.</returns>
    /// <exception cref="WorkflowFailedException">The instance ended as faulted or canceled.</exception>
    /// <exception cref="WorkflowInstanceNotFoundException">The same as for the other overload.</exception>
    public async Task<T> WaitForCompletionAsync<T>(WorkflowReference instance, CancellationToken cancellationToken = default) =>
        (await WaitForCompletionAsync(instance, cancellationToken).ConfigureAwait(false)).GetOutput<T>("Result");

    private NotSupportedException NotOverridden([CallerMemberName] string? operation = null) =>
        new($"The client '{GetType()}' does not support '{operation}'; override it.");
}
