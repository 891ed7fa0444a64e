using System.Transactions;

namespace Workflow.Persistence;

/// <summary>Writes instances to the store in memory, inside and outside transactions. Thread-safe.</summary>
internal sealed class StoreWrites(ArrivalOrder turns, OwnerTable owners, InstanceTable instances)
{
    private readonly Dictionary<string, StoreTransaction> _transactions = [];

    /// <summary>Writes an instance. If another active transaction has written it, the call waits for the end of that transaction, as in a database.</summary>
    public async Task<InstanceImage> WriteAsync(
        InstanceOwner owner, Guid instanceId, Func<InstanceImage?, DateTimeOffset, InstanceImage> change, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        StoreTransaction? transaction = Transaction.Current is { } ambient ? Enlist(ambient) : null;
        while (true)
        {
            (InstanceImage? image, Task? blocked) = await turns.RunAsync<(InstanceImage?, Task?)>(now =>
            {
                owners.Require(owner);
                transaction?.ThrowIfEnded(instanceId);
                InstanceRow? row = instances.Find(instanceId);
                if (row?.Transaction is { } other && other != transaction)
                {
                    return (null, other.Ended);
                }

                InstanceImage changed = change(row?.ImageFor(transaction), now);
                if (instances.StarterOf(changed) is { } starter && starter != transaction)
                {
                    return (null, starter.Ended);
                }

                instances.Write(changed, transaction, now);
                return (changed, null);
            }, cancellationToken).ConfigureAwait(false);
            if (image is not null)
            {
                return image;
            }

            await blocked!.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Runs the first phase of a commit. Returns null if nothing can prevent the commit from now on, otherwise the reason why the transaction cannot
    /// commit.
    /// </summary>
    public InstanceLockLostException? Prepare(StoreTransaction transaction) => turns.Run(_ =>
    {
        // The check and the flag are one atomic step. A load between them would lock an instance that this transaction is about to commit.
        if (transaction.Rows.FirstOrDefault(row => !row.IsPendingValid) is { } lost)
        {
            return new InstanceLockLostException(
                $"The lock of the instance '{lost.InstanceId}' was lost before the transaction could commit; load the instance again.", lost.InstanceId);
        }

        transaction.IsPrepared = true;
        return null;
    });

    public void End(StoreTransaction transaction, bool isCommitted)
    {
        turns.Run(now =>
        {
            _transactions.Remove(transaction.Id);
            transaction.HasEnded = true;
            foreach (InstanceRow row in transaction.Rows)
            {
                instances.EndPending(row, isCommitted, now);
            }

            return transaction;
        });

        transaction.End();
    }

    private StoreTransaction Enlist(Transaction ambient)
    {
        string id = ambient.TransactionInformation.LocalIdentifier;
        (StoreTransaction transaction, bool isNew) = turns.Run(_ =>
        {
            if (_transactions.TryGetValue(id, out StoreTransaction? known))
            {
                return (known, false);
            }

            StoreTransaction added = new(this, id);
            _transactions.Add(id, added);
            return (added, true);
        });
        if (!isNew)
        {
            return transaction;
        }

        // Outside the lock, to avoid a deadlock: the call runs code of the transaction manager, which may end the transaction on another thread, and End
        // needs the lock.
        try
        {
            ambient.EnlistVolatile(transaction, EnlistmentOptions.None);
            return transaction;
        }
        catch
        {
            End(transaction, isCommitted: false);
            throw;
        }
    }
}
