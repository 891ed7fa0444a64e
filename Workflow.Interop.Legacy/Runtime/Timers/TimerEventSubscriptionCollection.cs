using System.Collections;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The timers of a workflow instance, in the order of their times. Use it in steps of the instance.</summary>
public class TimerEventSubscriptionCollection : ICollection, IReadOnlyCollection<TimerEventSubscription>
{
    /// <summary>Identifies the attached property with the timers of an instance. It is set on the root activity.</summary>
    public static readonly DependencyProperty TimerCollectionProperty =
        DependencyProperty.RegisterAttached(
            "TimerCollection",
            typeof(TimerEventSubscriptionCollection),
            typeof(TimerEventSubscriptionCollection),
            new PropertyMetadata(DependencyPropertyOptions.NonSerialized));

    private readonly Lock _lock = new();
    private readonly SortedDictionary<(DateTime ExpiresAt, long Order), TimerEventSubscription> _timers = [];
    private readonly Dictionary<Guid, (DateTime ExpiresAt, long Order)> _positions = [];
    private long _order;

    internal TimerEventSubscriptionCollection()
    {
    }

    /// <summary>The number of timers.</summary>
    public int Count
    {
        get
        {
            lock (_lock)
            {
                return _timers.Count;
            }
        }
    }

    /// <summary>Always true.</summary>
    public bool IsSynchronized => true;

    /// <summary>The collection itself.</summary>
    public object SyncRoot => this;

    /// <summary>Adds a timer.</summary>
    /// <param name="item">The timer.</param>
    /// <exception cref="InvalidOperationException">A timer with the same id exists.</exception>
    public void Add(TimerEventSubscription item)
    {
        ArgumentNullException.ThrowIfNull(item);
        lock (_lock)
        {
            if (!_positions.TryAdd(item.SubscriptionId, (item.ExpiresAt, _order)))
            {
                throw new InvalidOperationException($"The timer '{item.SubscriptionId}' exists; add a timer once.");
            }

            _timers.Add((item.ExpiresAt, _order), item);
            _order++;
        }
    }

    /// <summary>Removes a timer. Does nothing if there is no timer with the id.</summary>
    /// <param name="timerId">The id of the timer.</param>
    public void Remove(Guid timerId)
    {
        lock (_lock)
        {
            if (_positions.Remove(timerId, out (DateTime ExpiresAt, long Order) position))
            {
                _timers.Remove(position);
            }
        }
    }

    /// <summary>Removes a timer. Does nothing if the collection does not contain it.</summary>
    /// <param name="item">The timer.</param>
    public void Remove(TimerEventSubscription item)
    {
        ArgumentNullException.ThrowIfNull(item);
        Remove(item.SubscriptionId);
    }

    /// <summary>Returns the timer that is due first, or null if there are no timers.</summary>
    public TimerEventSubscription? Peek()
    {
        lock (_lock)
        {
            return _timers.Count == 0 ? null : _timers.First().Value;
        }
    }

    /// <inheritdoc/>
    public void CopyTo(Array array, int index) => Snapshot().CopyTo(array, index);

    /// <summary>Enumerates a snapshot of the timers.</summary>
    public IEnumerator<TimerEventSubscription> GetEnumerator() => Snapshot().AsEnumerable().GetEnumerator();

    /// <inheritdoc/>
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private TimerEventSubscription[] Snapshot()
    {
        lock (_lock)
        {
            return [.. _timers.Values];
        }
    }
}
