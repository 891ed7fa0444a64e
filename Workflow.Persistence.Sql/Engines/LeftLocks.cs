using System.Collections.Concurrent;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Gives back locks that no caller has: a load has taken them, and its caller has left or cannot read the instance. What cannot be given back at once is tried again with each renewal of the
/// owner, which would otherwise keep the instance locked for as long as it lives. Thread-safe.
/// </summary>
/// <param name="unlock">Gives back a lock; it returns for a lock that was lost, too.</param>
internal sealed class LeftLocks(Func<UnlockRequest, Task> unlock)
{
    private readonly ConcurrentDictionary<UnlockRequest, bool> _left = [];

    /// <summary>Gives back a lock. Does not throw.</summary>
    public async Task GiveBackAsync(UnlockRequest request)
    {
        try
        {
            // The caller's transaction is not the business of a lock that the caller never gets.
            using TransactionScope suppressed = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled);
            await unlock(request).ConfigureAwait(false);
            suppressed.Complete();
        }
        catch (Exception)
        {
            _left[request] = true;
            return;
        }

        _left.TryRemove(request, out _);
    }

    /// <summary>Tries again what is left of an owner. Does not throw.</summary>
    public async Task RetryAsync(SqlOwner owner)
    {
        foreach ((UnlockRequest request, _) in _left.Where(left => left.Key.Owner == owner))
        {
            await GiveBackAsync(request).ConfigureAwait(false);
        }
    }

    /// <summary>Forgets what is left of an owner that has ended.</summary>
    public void Forget(SqlOwner owner)
    {
        foreach ((UnlockRequest request, _) in _left.Where(left => left.Key.Owner == owner))
        {
            _left.TryRemove(request, out _);
        }
    }
}
