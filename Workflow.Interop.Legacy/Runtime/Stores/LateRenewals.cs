extern alias WorkflowCore;
using System.Diagnostics.CodeAnalysis;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Renews owners whose renewal is late, on a dedicated thread. Thread-safe.</summary>
/// <remarks>
/// A timer needs a thread of the thread pool. Workflows of WF3 call databases and services that block their threads. If such calls block all threads of the
/// thread pool for longer than a lease, the process would lose every instance that it holds. The dedicated thread calls the store only in this case. It is used
/// only for stores that use the system clock, because the waits of the thread follow the system clock.
/// </remarks>
/// <param name="store">The store.</param>
internal sealed class LateRenewals(InstanceStore store)
{
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(5);

    /// <summary>The maximum delay of a renewal. A lease lasts 30 seconds longer than its renewal period.</summary>
    private static readonly TimeSpan LongestDelay = TimeSpan.FromSeconds(10);

    private readonly object _gate = new();
    private readonly Dictionary<InstanceOwner, long> _renewed = [];
    private bool _isRunning;
    private bool _isStopped;

    /// <summary>Adds an owner that has just been created. The thread starts with the first owner.</summary>
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

            // The renewal period of the owner can be shorter than the current wait of the thread.
            Monitor.Pulse(_gate);
        }
    }

    /// <summary>Records that an owner has just been renewed, unless it was removed meanwhile.</summary>
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

    /// <summary>Stops the renewal of an owner.</summary>
    public void Remove(InstanceOwner owner)
    {
        lock (_gate)
        {
            _renewed.Remove(owner);
            Monitor.Pulse(_gate);
        }
    }

    /// <summary>Stops all renewals, including those of owners that are added later. The thread ends.</summary>
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
            // The renewal on the thread pool fails for the same reason, and reports the failure.
        }
    }

    /// <summary>Waits, and returns the owners whose renewal is late; null if the thread must end.</summary>
    [SuppressMessage(
        "ApiDesign",
        "RS0030:Do not use banned APIs",
        Justification = "A thread of its own, whose purpose is to need none of the pool; no caller waits on it.")]
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
                ? [.. _renewed
                    .Where(pair => store.TimeProvider.GetElapsedTime(pair.Value) > pair.Key.RenewalPeriod + Least(pair.Key.RenewalPeriod / 4, LongestDelay))
                    .Select(static pair => pair.Key)]
                : null;
        }
    }
}
