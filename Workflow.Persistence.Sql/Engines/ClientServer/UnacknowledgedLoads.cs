using System.Collections.Concurrent;
using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Tracks loads whose answers were lost, so that it is unknown whether they have locked an instance. Such locks are released before the next load of the same
/// owner, or with its next renewal. Otherwise, the instances would stay locked for the lifetime of the owner. Thread-safe.
/// </summary>
/// <param name="database">The database.</param>
/// <param name="options">Provides the clock.</param>
/// <param name="retention">The time for which a lost load that has locked nothing so far is tracked; longer than its statement can wait on the server.</param>
internal sealed class UnacknowledgedLoads(ServerDatabase database, SqlInstanceStoreOptions options, TimeSpan retention)
{
    private readonly ConcurrentDictionary<Guid, (long Owner, long Since)> _loads = [];

    /// <summary>Runs a load with its own id, and tracks the id if there is no answer.</summary>
    public async Task<T> RunAsync<T>(SqlOwner owner, Func<Guid, Task<T>> load)
    {
        Guid id = Guid.NewGuid();
        try
        {
            return await load(id).ConfigureAwait(false);
        }
        catch (Exception failure) when (CanHaveLocked(failure))
        {
            Add(owner, id);
            throw;
        }
    }

    /// <summary>
    /// Returns true if a load that failed like this may have locked an instance: the server has not rejected it, and its answer was lost or cannot be read.
    /// </summary>
    public bool CanHaveLocked(Exception failure) => failure is not DbException || database.Failures.IsUnanswered(failure);

    /// <summary>Tracks the id of a load without an answer.</summary>
    public void Add(SqlOwner owner, Guid load) => _loads[load] = (owner.Sid, options.TimeProvider.GetTimestamp());

    /// <summary>Releases the locks of the lost loads of an owner.</summary>
    /// <returns>True if any lock was released.</returns>
    public async Task<bool> UnlockAsync(DbConnection connection, SqlOwner owner, CancellationToken cancellationToken)
    {
        if (_loads.IsEmpty)
        {
            return false;
        }

        KeyValuePair<Guid, (long Owner, long Since)>[] lost = [.. _loads.Where(load => load.Value.Owner == owner.Sid)];
        if (lost.Length == 0)
        {
            return false;
        }

        ServerCall call = database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            call.Add("LoadUndo").Set("@owner", owner.Sid).Set("@loads", lost.Select(load => load.Key).ToArray());
            List<Guid> undone = await call.ReadColumnAsync<Guid>(cancellationToken).ConfigureAwait(false);
            foreach ((Guid id, (_, long since)) in lost)
            {
                if (undone.Contains(id) || options.TimeProvider.GetElapsedTime(since) > retention)
                {
                    _loads.TryRemove(id, out _);
                }
            }

            return undone.Count > 0;
        }
    }

    /// <summary>Discards the lost loads of an owner that has ended.</summary>
    public void Forget(SqlOwner owner)
    {
        foreach ((Guid id, _) in _loads.Where(load => load.Value.Owner == owner.Sid))
        {
            _loads.TryRemove(id, out _);
        }
    }
}
