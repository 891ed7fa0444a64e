namespace Workflow.Persistence.Sql;

/// <summary>Decides whether an owner is gone whose lease looks as if it were over. Thread-safe.</summary>
/// <remarks>
/// With SQLite, each process writes the end of its lease by its own clock, and the others compare it with theirs. If the clocks differ, because one was set, processes that live would end each other again and again.
/// A lease that ends while this process looks again and again ends a moment before a look. A lease that was over long before the last look, but did not look like that then, shows that a clock was set: it
/// was not over then, or it was renewed since by another clock. So does a lease that ends in the distant future. Such an owner is gone only if it has not renewed its lease for the time of a lease, by the
/// timestamps of this process, which are the same whatever its clock says.
/// </remarks>
/// <param name="clock">The clock.</param>
/// <param name="leaseTime">The time of a lease.</param>
internal sealed class SqliteLeases(TimeProvider clock, TimeSpan leaseTime)
{
    /// <summary>A clock may be a little slower or faster than the timestamps.</summary>
    private static readonly TimeSpan Tolerance = TimeSpan.FromSeconds(5);

    private readonly Lock _gate = new();
    private readonly Dictionary<long, (long Until, long Since, bool IsOver)> _seen = [];
    private long? _lastLook;
    private long _look;

    /// <summary>Begins a look at all leases that look as if they were over.</summary>
    public void BeginLook()
    {
        lock (_gate)
        {
            _look = clock.GetTimestamp();
        }
    }

    /// <summary>Ends the look.</summary>
    public void EndLook()
    {
        lock (_gate)
        {
            _lastLook = _look;
        }
    }

    /// <summary>True if the owner is gone. It stays so.</summary>
    /// <param name="sid">The number of its row.</param>
    /// <param name="until">The end of its lease, which is past or in the distant future.</param>
    /// <param name="now">The time.</param>
    public bool IsOver(long sid, long until, long now)
    {
        lock (_gate)
        {
            if (!_seen.TryGetValue(sid, out (long Until, long Since, bool IsOver) seen) || seen.Until != until)
            {
                seen = (until, clock.GetTimestamp(), until <= now && HasEndedSinceLastLook_NeedsLock(until, now));
            }
            else if (!seen.IsOver)
            {
                seen.IsOver = clock.GetElapsedTime(seen.Since) >= leaseTime;
            }

            _seen[sid] = seen;
            return seen.IsOver;
        }
    }

    /// <summary>Forgets an owner whose row was removed.</summary>
    public void Forget(long sid)
    {
        lock (_gate)
        {
            _seen.Remove(sid);
        }
    }

    private bool HasEndedSinceLastLook_NeedsLock(long until, long now) =>
        _lastLook is not { } last || until == SqliteOwners.Deleted || until > now - StoreTime.Of(clock.GetElapsedTime(last) + Tolerance);
}
