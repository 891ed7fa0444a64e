using System.Transactions;
using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>The end of a workflow's transaction in which the instance is saved: the save, and then the commit (rules 10.3.1 and 10.3.2).</summary>
/// <param name="transaction">The transaction.</param>
/// <param name="instanceId">The id of the instance, for messages.</param>
internal sealed class WorkflowCommit(CommittableTransaction transaction, Guid instanceId)
{
    private readonly string _level = LevelOf(transaction);

    /// <summary>
    /// True if nothing that was written in the transaction is stored or will be. After a failure, false means that the outcome is unknown.
    /// </summary>
    public bool IsRolledBack { get; private set; }

    /// <summary>Rolls the transaction back, because the instance cannot be saved.</summary>
    /// <returns>The exception to throw.</returns>
    public static TransactionAbortedException RollBack(CommittableTransaction transaction, Exception failure)
    {
        string level = LevelOf(transaction);
        try
        {
            transaction.Rollback(failure);
        }
        catch (TransactionException)
        {
            // The transaction has already ended.
        }

        return new TransactionAbortedException(
            $"The transaction{level} was rolled back, because the workflow instance could not be saved in it: {failure.Message}", failure);
    }

    /// <inheritdoc cref="RollBack(CommittableTransaction, Exception)"/>
    public TransactionAbortedException RollBack(Exception failure)
    {
        IsRolledBack = true;
        return RollBack(transaction, failure);
    }

    /// <summary>
    /// Saves in the transaction. If the transaction was rolled back before or is in doubt, nothing is saved, and the commit throws. If it ends during the
    /// save, the save is canceled.
    /// </summary>
    /// <exception cref="TransactionAbortedException">The save failed, and the transaction was rolled back.</exception>
    /// <exception cref="InvalidOperationException">The transaction was committed before.</exception>
    /// <exception cref="OperationCanceledException">The caller canceled the save, and the transaction was rolled back.</exception>
    public async Task SaveAsync(Func<CancellationToken, Task> save, CancellationToken cancellationToken)
    {
        switch (transaction.TransactionInformation.Status)
        {
            case TransactionStatus.Active:
                break;
            case TransactionStatus.Committed:
                throw new InvalidOperationException(
                    "Code inside the scope committed the transaction of the workflow before the instance was saved in it, so the instance was aborted; let the scope commit its transaction.");
            default:
                return;
        }

        // Not disposed: the source has neither a timer nor a wait handle, and the transaction may still cancel it after the save.
#pragma warning disable CA2000
        CancellationTokenSource over = new();
#pragma warning restore CA2000
        transaction.TransactionCompleted += (_, _) => over.Cancel();
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(over.Token, cancellationToken);
        try
        {
            await ParticipantWork.InAsync(transaction, () => save(either.Token)).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
        }
        catch (Exception failure)
        {
            TransactionAbortedException aborted = RollBack(failure);
            cancellationToken.ThrowIfCancellationRequested();
            if (!over.IsCancellationRequested || failure is not OperationCanceledException)
            {
                throw aborted;
            }
        }
    }

    /// <summary>Commits the transaction. If the token is canceled, the task ends at once, and the outcome is unknown.</summary>
    /// <exception cref="TransactionAbortedException">The transaction was rolled back.</exception>
    /// <exception cref="InstancePersistenceException">The outcome of the commit is unknown.</exception>
    public async Task CommitAsync(CancellationToken cancellationToken)
    {
        try
        {
            await StoreCall.BeginAsync(_ => Task.Factory.FromAsync(transaction.BeginCommit, transaction.EndCommit, null), cancellationToken)
                .ConfigureAwait(false);
        }
        catch (TransactionAbortedException aborted)
        {
            IsRolledBack = true;
            throw aborted.InnerException is { } cause
                ? new TransactionAbortedException($"The transaction{_level} was rolled back: {cause.Message}", cause)
                : aborted;
        }
        catch (Exception failure) when (failure is not OperationCanceledException || !cancellationToken.IsCancellationRequested)
        {
            throw new InstancePersistenceException(
                $"It is unknown whether the transaction was committed in which the workflow instance '{instanceId}' was saved, so the instance was aborted; load it to find out. {failure.Message}",
                failure);
        }
    }

    /// <summary>Returns the isolation level as a part of a message; empty if the transaction is disposed.</summary>
    private static string LevelOf(CommittableTransaction transaction)
    {
        try
        {
            return $" with the isolation level '{transaction.IsolationLevel}'";
        }
        catch (ObjectDisposedException)
        {
            return string.Empty;
        }
    }
}
