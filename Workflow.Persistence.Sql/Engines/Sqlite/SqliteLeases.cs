namespace Workflow.Persistence.Sql;

/// <summary>Decides whether an owner whose lease appears to be over has ended. Thread-safe.</summary>
/// <remarks>
/// With SQLite, each process writes the end of its lease by its own clock, and other processes compare it with their clocks. If the clocks differ, for example
/// because a clock was set, living processes would repeatedly end each other. If a lease ends while this process checks regularly, it ends shortly before one
/// of the checks. A lease that ended long before the last check, but did not appear to be over at that check, shows that a clock was set: the lease was not
/// over then, or was renewed since by another clock. The same holds for a lease that ends in the distant future. Such an owner has ended only if it has not
/// renewed its lease for the duration of a lease, measured by the timestamps of this process, which do not depend on the setting of its clock.
/// </remarks>
/// <param name="clock">The clock.</param>
/// <param name="leaseTime">The duration of a lease.</param>
internal sealed class SqliteLeases(TimeProvider clock, TimeSpan leaseTime)
{
    /// <summary>The tolerance for a clock that is slightly slower or faster than the timestamps.</summary>
    private static readonly TimeSpan Tolerance = TimeSpan.FromSeconds(5);

    private readonly Lock _gate = new();
    private readonly Dictionary<long, (long Until, long Since, bool IsOver)> _seen = [];
    private long? _lastCheck;
    private long _check;

    /// <summary>Starts a check of all leases that appear to be over.</summary>
    public void BeginCheck()
    {
        lock (_gate)
        {
            _check = clock.GetTimestamp();
        }
    }

    /// <summary>Ends the check.</summary>
    public void EndCheck()
    {
        lock (_gate)
        {
            _lastCheck = _check;
        }
    }

    /// <summary>Returns true if the owner has ended. The result never changes back to false for the same lease.</summary>
    /// <param name="sid">The surrogate key of the owner.</param>
    /// <param name="until">The end of the lease, which is in the past or in the distant future.</param>
    /// <param name="now">The current time.</param>
    public bool IsOver(long sid, long until, long now)
    {
        lock (_gate)
        {
            if (!_seen.TryGetValue(sid, out (long Until, long Since, bool IsOver) seen) || seen.Until != until)
            {
                seen = (until, clock.GetTimestamp(), until <= now && HasEndedSinceLastCheck_NeedsLock(until, now));
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

    private bool HasEndedSinceLastCheck_NeedsLock(long until, long now) =>
        _lastCheck is not { } last || until == SqliteOwners.Deleted || until > now - StoreTime.Of(clock.GetElapsedTime(last) + Tolerance);
}
