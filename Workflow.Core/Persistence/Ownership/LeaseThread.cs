namespace Workflow.Persistence;

/// <summary>Renews leases whose timers are late, on a dedicated thread. Thread-safe.</summary>
/// <remarks>
/// A timer needs a thread of the pool, and so does the answer of a database. Activities that block their threads can occupy the whole pool for longer than
/// a lease, and the process would lose all its instances although it works. A store that can renew a lease without the pool
/// (<see cref="InstanceStore.TryRenewOwner"/>) is called here only when the timer is late, so that the thread has nothing to do in a process whose pool has
/// free threads. Only for leases that use the system clock, because the thread waits by that clock.
/// </remarks>
internal sealed class LeaseThread
{
    /// <summary>The thread that the process shares.</summary>
    public static readonly LeaseThread Shared = new();

    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(5);

    private readonly object _gate = new();
    private readonly HashSet<OwnerLease> _leases = [];
    private TimeSpan _wait;
    private bool _isRunning;

    /// <summary>Adds a lease. The thread starts with the first lease and ends after the last one.</summary>
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

    /// <summary>Returns the delay after which a renewal is late. It is short enough, because a lease lasts 30 seconds longer than its period.</summary>
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

    /// <summary>Waits, and returns the leases to check; null if none is left.</summary>
    private OwnerLease[]? Next()
    {
        lock (_gate)
        {
            _wait = _leases.Count == 0 ? LongestWait : _leases.Min(WaitOf);
#pragma warning disable RS0030 // A dedicated thread, whose purpose is to need no thread of the pool; no caller waits for it.
            Monitor.Wait(_gate, _wait);
#pragma warning restore RS0030
            // Set under the lock of Add, so that a lease which is added when the thread ends starts a new thread.
            _isRunning = _leases.Count > 0;
            return _isRunning ? [.. _leases] : null;
        }
    }

    private static TimeSpan WaitOf(OwnerLease lease) => Least(lease.Owner.RenewalPeriod / 8, LongestWait);

    private static TimeSpan Least(TimeSpan left, TimeSpan right) => left < right ? left : right;
}
