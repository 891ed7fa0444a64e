using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// A queue of a workflow instance. Use it in steps of the instance. After the queue was deleted, its items cannot be read or counted, and it accepts no items.
/// </summary>
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
    /// Occurs when an item is in the queue. Handlers are called in a step of the activity that added them, once for each item. The sender is an
    /// <see cref="ActivityExecutionContext"/> of that activity. The call is skipped if the activity has closed.
    /// </summary>
    public event EventHandler<QueueEventArgs> QueueItemAvailable
    {
        add => Add(_available, new QueueHandler(value), QueuingService.Current, isAvailable: true);
        remove => Remove(_available, new QueueHandler(value));
    }

    /// <summary>
    /// Occurs when an item has been added to the queue. Handlers are called synchronously. The sender is an <see cref="ActivityExecutionContext"/> of the
    /// activity that added the handler.
    /// </summary>
    public event EventHandler<QueueEventArgs> QueueItemArrived
    {
        add => Add(_arrived, new QueueHandler(value), QueuingService.Current, isAvailable: false);
        remove => Remove(_arrived, new QueueHandler(value));
    }

    /// <summary>The name of the queue.</summary>
    public IComparable QueueName { get; }

    /// <summary>The queues of the instance.</summary>
    public WorkflowQueuingService QueuingService { get; }

    /// <summary>True if the queue accepts items. Default: true.</summary>
    public bool Enabled { get; set; } = true;

    /// <summary>The number of items.</summary>
    /// <exception cref="InvalidOperationException">The queue was deleted.</exception>
    public int Count => QueuingService.Locked(() => Existing.Items.Count);

    /// <summary>True if the queue was deleted from the service.</summary>
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

    /// <summary>Removes and returns the oldest item.</summary>
    /// <exception cref="InvalidOperationException">The queue is empty, or was deleted.</exception>
    public object? Dequeue() => QueuingService.Locked(() => Existing.Items.TryDequeue(out object? item) ? item : throw Empty());

    /// <summary>Returns the oldest item without removing it.</summary>
    /// <exception cref="InvalidOperationException">The queue is empty, or was deleted.</exception>
    public object? Peek() => QueuingService.Locked(() => Existing.Items.TryPeek(out object? item) ? item : throw Empty());

    /// <summary>Subscribes an activity to <see cref="QueueItemAvailable"/>. The listener is also called for items that are already in the queue.</summary>
    /// <param name="eventListener">The listener. It must be an activity.</param>
    /// <exception cref="ArgumentException">The listener is not an activity.</exception>
    public void RegisterForQueueItemAvailable(IActivityEventListener<QueueEventArgs> eventListener) => RegisterForQueueItemAvailable(eventListener, null);

    /// <summary>Subscribes a listener to <see cref="QueueItemAvailable"/>. The listener is also called for items that are already in the queue.</summary>
    /// <param name="eventListener">The listener.</param>
    /// <param name="subscriberQualifiedName">The qualified name of the activity in whose steps the listener is called. If it is null, the listener must be that
    /// activity.</param>
    /// <exception cref="ArgumentException">There is no such activity, or the name is null and the listener is not an activity.</exception>
    public void RegisterForQueueItemAvailable(IActivityEventListener<QueueEventArgs> eventListener, string? subscriberQualifiedName) =>
        Add(_available, eventListener, SubscriberOf(eventListener, subscriberQualifiedName), isAvailable: true);

    /// <summary>Ends a subscription. Does nothing if the listener is not subscribed.</summary>
    /// <param name="eventListener">The listener.</param>
    public void UnregisterForQueueItemAvailable(IActivityEventListener<QueueEventArgs> eventListener) => Remove(_available, eventListener);

    /// <summary>Subscribes a listener to <see cref="QueueItemArrived"/>.</summary>
    /// <param name="eventListener">The listener.</param>
    public void RegisterForQueueItemArrived(IActivityEventListener<QueueEventArgs> eventListener) =>
        Add(_arrived, eventListener, QueuingService.Current, isAvailable: false);

    /// <summary>Ends a subscription. Does nothing if the listener is not subscribed.</summary>
    /// <param name="eventListener">The listener.</param>
    public void UnregisterForQueueItemArrived(IActivityEventListener<QueueEventArgs> eventListener) => Remove(_arrived, eventListener);

    private WorkflowQueue Existing => IsDeleted
        ? throw new InvalidOperationException($"The queue '{QueueName}' was deleted; get the queue of this name from the service again.")
        : this;

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

    /// <summary>Adds an item, even if the queue is not enabled, and notifies the listeners.</summary>
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
        // Outside the lock, because listeners are application code. Steps are queued before listeners are called synchronously, because these can throw.
        foreach (QueueSubscription subscription in available)
        {
            QueuingService.Notify(subscription.Subscriber, subscription.Listener, QueueName);
        }

        foreach (QueueSubscription subscription in arrived)
        {
            QueuingService.Call(subscription.Subscriber, subscription.Listener, QueueName);
        }
    }

    /// <summary>Returns a snapshot for other threads. The caller must hold the lock of the service.</summary>
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
            $"The listener of the queue '{QueueName}' belongs to no activity; let an activity implement the interface, or pass the qualified name of an activity.",
            nameof(listener));
    }

    private InvalidOperationException Empty() => new($"The queue '{QueueName}' is empty; check Count first.");
}
