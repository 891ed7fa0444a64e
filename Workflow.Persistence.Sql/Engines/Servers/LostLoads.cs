using System.Collections.Concurrent;
using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Loads whose answers were lost: nobody knows whether they have locked something. What they have locked is given back before the next load of their owner, or with its next renewal, so that
/// it is not locked for as long as the owner lives. Thread-safe.
/// </summary>
/// <param name="database">The database.</param>
/// <param name="options">The clock.</param>
/// <param name="keptFor">How long a load is looked for that has locked nothing; longer than its statement can wait on the server.</param>
internal sealed class LostLoads(ServerDatabase database, SqlInstanceStoreOptions options, TimeSpan keptFor)
{
    private readonly ConcurrentDictionary<Guid, (long Owner, long Since)> _loads = [];

    /// <summary>Runs a load under an id of its own, and keeps the id if there is no answer.</summary>
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

    /// <summary>Whether a load that has failed like this can have locked something: the server has not refused it. Its answer was lost, or cannot be read.</summary>
    public bool CanHaveLocked(Exception failure) => failure is not DbException || database.Failures.IsUnanswered(failure);

    /// <summary>Keeps the id of a load without an answer.</summary>
    public void Add(SqlOwner owner, Guid load) => _loads[load] = (owner.Sid, options.TimeProvider.GetTimestamp());

    /// <summary>Gives back what the lost loads of an owner have locked.</summary>
    /// <returns>Whether that was anything.</returns>
    public async Task<bool> UndoAsync(DbConnection connection, SqlOwner owner, CancellationToken cancellationToken)
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
                if (undone.Contains(id) || options.TimeProvider.GetElapsedTime(since) > keptFor)
                {
                    _loads.TryRemove(id, out _);
                }
            }

            return undone.Count > 0;
        }
    }

    /// <summary>Forgets the loads of an owner that has ended.</summary>
    public void Forget(SqlOwner owner)
    {
        foreach ((Guid id, _) in _loads.Where(load => load.Value.Owner == owner.Sid))
        {
            _loads.TryRemove(id, out _);
        }
    }
}
