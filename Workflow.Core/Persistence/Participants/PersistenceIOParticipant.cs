using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>A participant with its own input and output at each save and load.</summary>
/// <remarks>
/// After all participants have collected and mapped their values, a save starts the work of all participants of this class at the same time. The save ends
/// when the last of them has ended. If a participant fails, the save fails (rule 7.8). The instance does not run during this time. No thread is blocked,
/// except that a synchronous invoker blocks its caller.
/// </remarks>
public abstract class PersistenceIOParticipant : PersistenceParticipant
{
    /// <summary>Initializes a participant.</summary>
    /// <param name="isSaveTransactionRequired">
    /// True if <see cref="OnSaveAsync"/> requires a transaction: the ambient transaction of the host, or a new one that is committed when all participants have
    /// saved. In the method, the transaction is <see cref="System.Transactions.Transaction.Current"/>, also after an await.
    /// </param>
    /// <param name="isLoadTransactionRequired">True if <see cref="OnLoadAsync"/> requires a transaction in the same way.</param>
    protected PersistenceIOParticipant(bool isSaveTransactionRequired, bool isLoadTransactionRequired)
    {
        IsSaveTransactionRequired = isSaveTransactionRequired;
        IsLoadTransactionRequired = isLoadTransactionRequired;
    }

    internal bool IsSaveTransactionRequired { get; }

    internal bool IsLoadTransactionRequired { get; }

    internal Task SaveAsync(IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues, CancellationToken cancellationToken) =>
        OnSaveAsync(readWriteValues, writeOnlyValues, cancellationToken)
        ?? throw new InvalidOperationException($"OnSaveAsync of '{GetType()}' returned null; return a task.");

    internal Task LoadAsync(IDictionary<XName, object?> readWriteValues, CancellationToken cancellationToken) =>
        OnLoadAsync(readWriteValues, cancellationToken)
        ?? throw new InvalidOperationException($"OnLoadAsync of '{GetType()}' returned null; return a task.");

    internal void AbortIO() => Abort();

    /// <summary>Does the work of a save. The default does nothing.</summary>
    /// <param name="readWriteValues">The read-write values of all participants; read-only.</param>
    /// <param name="writeOnlyValues">The write-only values of all participants; read-only.</param>
    /// <param name="cancellationToken">Canceled when the save is abandoned. The host then does not wait for the work.</param>
    /// <returns>A task that completes with the work.</returns>
    protected virtual Task OnSaveAsync(
        IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues, CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Does the work of a load by a host with a store, before participants get their values. The default does nothing.</summary>
    /// <param name="readWriteValues">The saved read-write values of all participants; read-only.</param>
    /// <param name="cancellationToken">Canceled when the load is abandoned. The host then does not wait for the work.</param>
    /// <returns>A task that completes with the work.</returns>
    protected virtual Task OnLoadAsync(IDictionary<XName, object?> readWriteValues, CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Called when the instance is aborted while a save or load waits for its participants. Exceptions are ignored.</summary>
    /// <remarks>May be called on any thread, during the work or after its end.</remarks>
    protected abstract void Abort();
}
