using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>A queue of a workflow instance. Use it in steps of the instance. After the queue was deleted, its items cannot be read or counted, and it takes none.</summary>
public sealed class WorkflowQueue
{
    private readonly List<QueueSubscription> _available = [];
    private readonly List<QueueSubscription> _arrived = [];

    internal WorkflowQueue(WorkflowQueuingService service, IComparable queueName)
    {
        QueuingService = service;
        QueueName = queueName;
    }

    /// <summary>
    /// An item is in the queue. Handlers are called in a step of the activity that added them, one call for each item; the sender is an
    /// <see cref="ActivityExecutionContext"/> of that activity. A call is left out if the activity has closed.
    /// </summary>
    public event EventHandler<QueueEventArgs> QueueItemAvailable
    {
        add => Add(_available, new QueueHandler(value), QueuingService.Current, isAvailable: true);
        remove => Remove(_available, new QueueHandler(value));
    }

    /// <summary>An item has come into the queue. Handlers are called at once; the sender is an <see cref="ActivityExecutionContext"/> of the activity that added them.</summary>
    public event EventHandler<QueueEventArgs> QueueItemArrived
    {
        add => Add(_arrived, new QueueHandler(value), QueuingService.Current, isAvailable: false);
        remove => Remove(_arrived, new QueueHandler(value));
    }

    /// <summary>The name.</summary>
    public IComparable QueueName { get; }

    /// <summary>The queues of the instance.</summary>
    public WorkflowQueuingService QueuingService { get; }

    /// <summary>Whether the queue takes items. Default: true.</summary>
    public bool Enabled { get; set; } = true;

    /// <summary>The number of items.</summary>
    /// <exception cref="InvalidOperationException">The queue was deleted.</exception>
    public int Count => QueuingService.Locked(() => Existing.Items.Count);

    /// <summary>Whether the service has this queue no more.</summary>
    internal bool IsDeleted { get; set; }

    internal Queue<object?> Items { get; } = new();

    /// <summary>Adds an item.</summary>
    /// <param name="item">The item.</param>
    /// <exception cref="InvalidOperationException">The queue is not enabled, or was deleted.</exception>
    public void Enqueue(object? item)
    {
        Existing.CheckEnabled();
        Add(item);
    }

    /// <summary>Removes the oldest item.</summary>
    /// <exception cref="InvalidOperationException">The queue is empty, or was deleted.</exception>
    public object? Dequeue() => QueuingService.Locked(() => Existing.Items.TryDequeue(out object? item) ? item : throw Empty());

    /// <summary>The oldest item, which stays in the queue.</summary>
    /// <exception cref="InvalidOperationException">The queue is empty, or was deleted.</exception>
    public object? Peek() => QueuingService.Locked(() => Existing.Items.TryPeek(out object? item) ? item : throw Empty());

    /// <summary>Subscribes an activity to <see cref="QueueItemAvailable"/>. Items that are in the queue count, too.</summary>
    /// <param name="eventListener">The listener; an activity.</param>
    /// <exception cref="ArgumentException">The listener is no activity.</exception>
    public void RegisterForQueueItemAvailable(IActivityEventListener<QueueEventArgs> eventListener) => RegisterForQueueItemAvailable(eventListener, null);

    /// <summary>Subscribes a listener to <see cref="QueueItemAvailable"/>. Items that are in the queue count, too.</summary>
    /// <param name="eventListener">The listener.</param>
    /// <param name="subscriberQualifiedName">The activity in whose steps it is called; null: the listener, which is an activity.</param>
    /// <exception cref="ArgumentException">There is no such activity, or the listener is none.</exception>
    public void RegisterForQueueItemAvailable(IActivityEventListener<QueueEventArgs> eventListener, string? subscriberQualifiedName) =>
        Add(_available, eventListener, SubscriberOf(eventListener, subscriberQualifiedName), isAvailable: true);

    /// <summary>Ends a subscription. A listener that is not subscribed is ignored.</summary>
    /// <param name="eventListener">The listener.</param>
    public void UnregisterForQueueItemAvailable(IActivityEventListener<QueueEventArgs> eventListener) => Remove(_available, eventListener);

    /// <summary>Subscribes a listener to <see cref="QueueItemArrived"/>.</summary>
    /// <param name="eventListener">The listener.</param>
    public void RegisterForQueueItemArrived(IActivityEventListener<QueueEventArgs> eventListener) => Add(_arrived, eventListener, QueuingService.Current, isAvailable: false);

    /// <summary>Ends a subscription. A listener that is not subscribed is ignored.</summary>
    /// <param name="eventListener">The listener.</param>
    public void UnregisterForQueueItemArrived(IActivityEventListener<QueueEventArgs> eventListener) => Remove(_arrived, eventListener);

    private WorkflowQueue Existing => IsDeleted ? throw new InvalidOperationException($"The queue '{QueueName}' was deleted; get the queue of this name from the service again.") : this;

    internal QueueImage Save() => new(QueueName, Enabled, [.. Items], [.. _available], [.. _arrived]);

    internal void Restore(QueueImage image)
    {
        Enabled = image.IsEnabled;
        Array.ForEach(image.Items, Items.Enqueue);
        _available.AddRange(image.Available);
        _arrived.AddRange(image.Arrived);
    }

    internal void CheckEnabled()
    {
        if (!Enabled)
        {
            throw new InvalidOperationException($"The queue '{QueueName}' is not enabled; enable it, or send the item later.");
        }
    }

    /// <summary>Adds an item, whether or not the queue is enabled, and informs the listeners.</summary>
    internal void Add(object? item)
    {
        QueueSubscription[] arrived;
        QueueSubscription[] available;
        (arrived, available) = QueuingService.Locked<(QueueSubscription[], QueueSubscription[])>(() =>
        {
            _available.RemoveAll(static subscription => subscription.Subscriber.ExecutionStatus == ActivityExecutionStatus.Closed);
            Items.Enqueue(item);
            return ([.. _arrived], [.. _available]);
        });
        foreach (QueueSubscription subscription in available)
        {
            QueuingService.Notify(subscription.Subscriber, subscription.Listener, QueueName);
        }

        foreach (QueueSubscription subscription in arrived)
        {
            QueuingService.Call(subscription.Subscriber, subscription.Listener, QueueName);
        }
    }

    /// <summary>For other threads; the caller holds the lock of the service.</summary>
    internal WorkflowQueueInfo Describe() => new(QueueName, [.. Items], [.. _available.Select(static subscription => subscription.Subscriber.QualifiedName)]);

    private void Add(List<QueueSubscription> subscriptions, IActivityEventListener<QueueEventArgs> listener, Activity subscriber, bool isAvailable)
    {
        ArgumentNullException.ThrowIfNull(listener);
        int waiting = QueuingService.Locked(() =>
        {
            subscriptions.Add(new QueueSubscription(listener, subscriber));
            return isAvailable ? Items.Count : 0;
        });
        for (int i = 0; i < waiting; i++)
        {
            QueuingService.Notify(subscriber, listener, QueueName);
        }
    }

    private void Remove(List<QueueSubscription> subscriptions, IActivityEventListener<QueueEventArgs> listener)
    {
        ArgumentNullException.ThrowIfNull(listener);
        QueuingService.Locked(() =>
        {
            int index = subscriptions.FindLastIndex(subscription => subscription.Listener.Equals(listener));
            if (index >= 0)
            {
                subscriptions.RemoveAt(index);
            }

            return index;
        });
    }

    private Activity SubscriberOf(IActivityEventListener<QueueEventArgs> listener, string? name)
    {
        Activity? found = name is null ? listener as Activity : QueuingService.Current.GetActivityByName(name);
        return found ?? throw new ArgumentException(
            $"The listener of the queue '{QueueName}' belongs to no activity; let an activity implement the interface, or pass the qualified name of an activity.", nameof(listener));
    }

    private InvalidOperationException Empty() => new($"The queue '{QueueName}' is empty; check Count first.");
}
