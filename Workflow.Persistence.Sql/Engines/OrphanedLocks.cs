using System.Collections.Concurrent;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Releases locks that no caller holds: a load has taken the lock, but its caller has left or cannot read the instance. A release that fails is retried with
/// each renewal of the owner. Without retries, the instance would stay locked for the lifetime of the owner. Thread-safe.
/// </summary>
/// <param name="unlock">Releases a lock. Does not throw if the lock was already lost.</param>
internal sealed class OrphanedLocks(Func<UnlockRequest, Task> unlock)
{
    private readonly ConcurrentDictionary<UnlockRequest, bool> _failed = [];

    /// <summary>Releases a lock. Does not throw.</summary>
    public async Task UnlockAsync(UnlockRequest request)
    {
        try
        {
            // The release must not take part in the transaction of the caller, which never receives this lock.
            using TransactionScope suppressed = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled);
            await unlock(request).ConfigureAwait(false);
            suppressed.Complete();
        }
        catch (Exception)
        {
            _failed[request] = true;
            return;
        }

        _failed.TryRemove(request, out _);
    }

    /// <summary>Retries the failed releases of an owner. Does not throw.</summary>
    public async Task RetryAsync(SqlOwner owner)
    {
        foreach ((UnlockRequest request, _) in _failed.Where(failed => failed.Key.Owner == owner))
        {
            await UnlockAsync(request).ConfigureAwait(false);
        }
    }

    /// <summary>Discards the failed releases of an owner that has ended.</summary>
    public void Forget(SqlOwner owner)
    {
        foreach ((UnlockRequest request, _) in _failed.Where(failed => failed.Key.Owner == owner))
        {
            _failed.TryRemove(request, out _);
        }
    }
}
