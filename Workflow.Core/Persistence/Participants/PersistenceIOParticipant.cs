using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>A participant that does input and output of its own at each save and load.</summary>
/// <remarks>
/// A save begins the work of all such participants at once, when every participant has collected and mapped, and ends with the last of
/// them; one that fails makes the save fail (rule 7.8). The instance stands still meanwhile. No thread waits, except that a synchronous invoker
/// blocks its caller.
/// </remarks>
public abstract class PersistenceIOParticipant : PersistenceParticipant
{
    /// <summary>Initializes the base of a participant.</summary>
    /// <param name="isSaveTransactionRequired">
    /// <see cref="OnSaveAsync"/> runs in a transaction: the one that the host is called in, else one that is committed when all participants have
    /// saved. It is <see cref="System.Transactions.Transaction.Current"/> there, also after an await.
    /// </param>
    /// <param name="isLoadTransactionRequired">The same for <see cref="OnLoadAsync"/>.</param>
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

    /// <summary>Does the work of a save. By default there is none.</summary>
    /// <param name="readWriteValues">The read-write values of all participants; cannot be changed.</param>
    /// <param name="writeOnlyValues">The write-only values of all participants; cannot be changed.</param>
    /// <param name="cancellationToken">Asks for an early end because the save is given up; nobody waits for the work any more.</param>
    /// <returns>A task that ends with the work.</returns>
    protected virtual Task OnSaveAsync(
        IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues, CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Does the work of a load by a host with a store, before any participant gets its values. By default there is none.</summary>
    /// <param name="readWriteValues">The read-write values that all participants had collected; cannot be changed.</param>
    /// <param name="cancellationToken">Asks for an early end because the load is given up; nobody waits for the work any more.</param>
    /// <returns>A task that ends with the work.</returns>
    protected virtual Task OnLoadAsync(IDictionary<XName, object?> readWriteValues, CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Called when the instance is aborted while a save or load waits for its participants. What it throws is ignored.</summary>
    /// <remarks>On any thread, also while the work goes on; the work may have ended.</remarks>
    protected abstract void Abort();
}
