using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The transactions with writes of a store. Thread-safe.</summary>
/// <param name="create">Creates the writes of a transaction.</param>
internal sealed class OpenTransactions<TWrites, TWrite>(Func<Transaction, TWrites> create)
    where TWrites : TransactionWrites<TWrite>
    where TWrite : TransactionWrite
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, TWrites> _open = [];

    /// <summary>Returns the writes in the transaction of the caller; null if the caller has no transaction.</summary>
    /// <exception cref="TransactionException">The transaction has ended.</exception>
    public TWrites? OfCaller() => Transaction.Current is { } ambient ? Of(ambient) : null;

    /// <summary>Returns the writes in a transaction, and creates them if there are none.</summary>
    /// <exception cref="TransactionException">The transaction has ended.</exception>
    public TWrites Of(Transaction transaction)
    {
        TWrites writes;
        lock (_gate)
        {
            if (_open.TryGetValue(transaction.TransactionInformation.LocalIdentifier, out TWrites? known))
            {
                return known;
            }

            writes = create(transaction);
            _open.Add(writes.Id, writes);
        }

        try
        {
            writes.Enlist(transaction);
            return writes;
        }
        catch
        {
            Remove(writes);
            writes.Dispose();
            throw;
        }
    }

    /// <summary>Waits until no other open transaction has written an instance.</summary>
    public Task WaitForOthersAsync(Guid instanceId, TWrites? own, CancellationToken cancellationToken) =>
        HasAny() ? WaitAsync(instanceId, own, cancellationToken) : Task.CompletedTask;

    /// <summary>Returns the answer for a key that another transaction has added and not committed; null if there is none.</summary>
    public StoreResult? FindTaken(SaveRequest save, TWrites? own)
    {
        foreach (Guid key in save.KeysToAdd)
        {
            TWrite? other = null;
            Find(own, write => write.InstanceId != save.InstanceId && write.Keys.Contains(key) && (other = write) is not null);
            if (other is not null)
            {
                return new StoreResult(StoreOutcome.KeyTaken) { Key = key, InstanceId = other.InstanceId };
            }
        }

        return null;
    }

    /// <summary>Returns the writes of all transactions that currently meet a condition.</summary>
    public TWrites[] All(Predicate<TWrites> condition)
    {
        lock (_gate)
        {
            return _open.Count == 0 ? [] : [.. _open.Values.Where(writes => condition(writes))];
        }
    }

    public void Remove(TWrites writes)
    {
        lock (_gate)
        {
            _open.Remove(writes.Id);
        }
    }

    private bool HasAny()
    {
        lock (_gate)
        {
            return _open.Count > 0;
        }
    }

    private async Task WaitAsync(Guid instanceId, TWrites? own, CancellationToken cancellationToken)
    {
        while (Find(own, write => write.InstanceId == instanceId) is { } other)
        {
            await other.Ended.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    private TWrites? Find(TWrites? own, Predicate<TWrite> condition)
    {
        lock (_gate)
        {
            return _open.Count == 0
                ? null
                : _open.Values.FirstOrDefault(other => other != own && other.Writes.Any(write => condition(write)));
        }
    }
}
