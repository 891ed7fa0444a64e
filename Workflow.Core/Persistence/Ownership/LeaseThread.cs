namespace Workflow.Persistence;

/// <summary>Renews leases whose timers are late, on a thread of its own. Thread-safe.</summary>
/// <remarks>
/// A timer needs a thread of the pool, and so does the answer of a database. Activities that block their threads can take all of these for longer than a lease, and the process would lose everything that it
/// holds although it works. A store that can renew a lease without the pool (<see cref="InstanceStore.TryRenewOwner"/>) is called here only when the timer is late, so that the thread has nothing to do in a
/// process whose pool has room. Only for leases by the system clock: the thread waits by that.
/// </remarks>
internal sealed class LeaseThread
{
    /// <summary>The thread of the process.</summary>
    public static readonly LeaseThread Shared = new();

    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(5);

    private readonly object _gate = new();
    private readonly HashSet<OwnerLease> _leases = [];
    private TimeSpan _wait;
    private bool _isRunning;

    /// <summary>Adds a lease. The thread begins with the first one and ends after the last one.</summary>
    public void Add(OwnerLease lease)
    {
        lock (_gate)
        {
            _leases.Add(lease);
            if (!_isRunning)
            {
                _isRunning = true;
                _wait = LongestWait;
                new Thread(Run) { IsBackground = true, Name = "Workflow leases" }.UnsafeStart();
            }

            if (WaitOf(lease) < _wait)
            {
                _wait = WaitOf(lease);
                Monitor.Pulse(_gate);
            }
        }
    }

    public void Remove(OwnerLease lease)
    {
        lock (_gate)
        {
            _leases.Remove(lease);
        }
    }

    /// <summary>How late a renewal may be: a lease lasts 30 seconds longer than its period.</summary>
    public static TimeSpan Slack(TimeSpan renewalPeriod) => Least(renewalPeriod / 4, TimeSpan.FromSeconds(10));

    private void Run()
    {
        while (Next() is { } leases)
        {
            foreach (OwnerLease lease in leases)
            {
                lease.RenewIfLate();
            }
        }
    }

    /// <summary>Waits, and returns the leases to look at; null at the end.</summary>
    private OwnerLease[]? Next()
    {
        lock (_gate)
        {
            _wait = _leases.Count == 0 ? LongestWait : _leases.Min(WaitOf);
#pragma warning disable RS0030 // A thread of its own, whose purpose is to need none of the pool; no caller waits on it.
            Monitor.Wait(_gate, _wait);
#pragma warning restore RS0030
            _isRunning = _leases.Count > 0;
            return _isRunning ? [.. _leases] : null;
        }
    }

    private static TimeSpan WaitOf(OwnerLease lease) => Least(lease.Owner.RenewalPeriod / 8, LongestWait);

    private static TimeSpan Least(TimeSpan left, TimeSpan right) => left < right ? left : right;
}
