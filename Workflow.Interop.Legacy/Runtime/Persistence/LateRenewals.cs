extern alias WorkflowCore;
using System.Diagnostics.CodeAnalysis;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Renews owners whose renewal is late, on a thread of its own. Thread-safe.</summary>
/// <remarks>
/// A timer needs a thread of the pool. Workflows of WF3 call databases and services that block their threads, and when these have all threads of the pool for longer than a lease, the process would lose
/// every instance that it holds. The thread calls the store only then. Only for stores by the system clock: the thread waits by that.
/// </remarks>
/// <param name="store">The store.</param>
internal sealed class LateRenewals(InstanceStore store)
{
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(5);

    /// <summary>How late a renewal may be at most: a lease lasts 30 seconds longer than its period.</summary>
    private static readonly TimeSpan LongestDelay = TimeSpan.FromSeconds(10);

    private readonly object _gate = new();
    private readonly Dictionary<InstanceOwner, long> _renewed = [];
    private bool _isRunning;
    private bool _isStopped;

    /// <summary>Adds an owner that was created just now. The thread begins with the first one.</summary>
    public void Add(InstanceOwner owner)
    {
        if (store.TimeProvider != TimeProvider.System || owner.RenewalPeriod == Timeout.InfiniteTimeSpan)
        {
            return;
        }

        lock (_gate)
        {
            if (_isStopped)
            {
                return;
            }

            _renewed.Add(owner, store.TimeProvider.GetTimestamp());
            if (!_isRunning)
            {
                _isRunning = true;
                new Thread(Run) { IsBackground = true, Name = "Workflow leases" }.UnsafeStart();
            }

            // Its period may be shorter than the wait of the thread.
            Monitor.Pulse(_gate);
        }
    }

    /// <summary>Records that an owner was renewed just now, unless it was removed meanwhile.</summary>
    public void Note(InstanceOwner owner)
    {
        lock (_gate)
        {
            if (_renewed.ContainsKey(owner))
            {
                _renewed[owner] = store.TimeProvider.GetTimestamp();
            }
        }
    }

    /// <summary>Renews an owner no more.</summary>
    public void Remove(InstanceOwner owner)
    {
        lock (_gate)
        {
            _renewed.Remove(owner);
            Monitor.Pulse(_gate);
        }
    }

    /// <summary>Renews nothing any more, also no owner that is added later. The thread ends.</summary>
    public void Stop()
    {
        lock (_gate)
        {
            _isStopped = true;
            _renewed.Clear();
            Monitor.Pulse(_gate);
        }
    }

    private static TimeSpan Least(TimeSpan left, TimeSpan right) => left < right ? left : right;

    private void Run()
    {
        while (Next() is { } late)
        {
            foreach (InstanceOwner owner in late)
            {
                Renew(owner);
            }
        }
    }

    private void Renew(InstanceOwner owner)
    {
        try
        {
            if (store.TryRenewOwner(owner))
            {
                Note(owner);
            }
        }
        catch (Exception)
        {
            // The renewal on the pool meets the same failure, and reports it.
        }
    }

    /// <summary>Waits, and returns the owners that are late; null at the end.</summary>
    [SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "A thread of its own, whose purpose is to need none of the pool; no caller waits on it.")]
    private InstanceOwner[]? Next()
    {
        lock (_gate)
        {
            if (_renewed.Count > 0)
            {
                Monitor.Wait(_gate, Least(_renewed.Keys.Min(static owner => owner.RenewalPeriod) / 8, LongestWait));
            }

            _isRunning = _renewed.Count > 0;
            return _isRunning
                ? [.. _renewed.Where(pair => store.TimeProvider.GetElapsedTime(pair.Value) > pair.Key.RenewalPeriod + Least(pair.Key.RenewalPeriod / 4, LongestDelay)).Select(static pair => pair.Key)]
                : null;
        }
    }
}
