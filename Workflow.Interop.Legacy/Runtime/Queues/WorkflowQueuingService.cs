using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// The queues of one workflow instance. Activities get the service with <see cref="ActivityExecutionContext.GetService{T}"/>, and use it in steps of the
/// instance. <see cref="WorkflowInstance.EnqueueItem"/> sends items from outside.
/// </summary>
public sealed class WorkflowQueuingService
{
    // The owner of the turn changes the queues; other threads read them, and check names before they send items.
    private readonly Lock _lock = new();
    private readonly Dictionary<IComparable, WorkflowQueue> _queues = [];
    private readonly List<(IComparable QueueName, object? Item)> _pending = [];
    private readonly RuntimePort _port;

    internal WorkflowQueuingService(RuntimePort port) => _port = port;

    /// <summary>The activity whose step runs; the root between steps.</summary>
    internal Activity Current => _port.Current;

    /// <summary>Creates a queue. Items that wait for a queue of this name are added to it.</summary>
    /// <param name="queueName">The name. It must be immutable and compare by value.</param>
    /// <param name="transactional">Has no effect: items are always part of the instance.</param>
    /// <exception cref="InvalidOperationException">A queue with this name exists.</exception>
    public WorkflowQueue CreateWorkflowQueue(IComparable queueName, bool transactional)
    {
        ArgumentNullException.ThrowIfNull(queueName);
        WorkflowQueue queue = new(this, queueName);
        lock (_lock)
        {
            if (!_queues.TryAdd(queueName, queue))
            {
                throw new InvalidOperationException($"The queue '{queueName}' exists; create a queue once, or use GetWorkflowQueue.");
            }

            foreach ((_, object? item) in _pending.Where(message => message.QueueName.Equals(queueName)))
            {
                queue.Items.Enqueue(item);
            }

            _pending.RemoveAll(message => message.QueueName.Equals(queueName));
        }

        return queue;
    }

    /// <summary>Deletes a queue. Its items wait for a new queue of the same name.</summary>
    /// <param name="queueName">The name.</param>
    /// <exception cref="InvalidOperationException">There is no such queue.</exception>
    public void DeleteWorkflowQueue(IComparable queueName)
    {
        WorkflowQueue queue = GetWorkflowQueue(queueName);
        lock (_lock)
        {
            // In one section: an item that is delivered meanwhile must not come before the older items of the queue.
            _queues.Remove(queueName);
            _pending.AddRange(queue.Items.Select(item => (queueName, item)));
            queue.Items.Clear();
            queue.IsDeleted = true;
        }
    }

    /// <summary>Returns true if a queue with the specified name exists.</summary>
    /// <param name="queueName">The name.</param>
    public bool Exists(IComparable queueName)
    {
        ArgumentNullException.ThrowIfNull(queueName);
        lock (_lock)
        {
            return _queues.ContainsKey(queueName);
        }
    }

    /// <summary>Returns the queue with the specified name.</summary>
    /// <param name="queueName">The name.</param>
    /// <exception cref="InvalidOperationException">There is no such queue.</exception>
    public WorkflowQueue GetWorkflowQueue(IComparable queueName)
    {
        ArgumentNullException.ThrowIfNull(queueName);
        lock (_lock)
        {
            return _queues.TryGetValue(queueName, out WorkflowQueue? queue)
                ? queue
                : throw new InvalidOperationException(
                    $"There is no queue '{queueName}' in the workflow instance '{_port.InstanceId}'; create the queue, or correct the name.");
        }
    }

    /// <summary>Delivers an item from outside. If the queue was deleted meanwhile, the item waits for a new queue of the same name.</summary>
    internal void Deliver(IComparable queueName, object? item)
    {
        WorkflowQueue? queue;
        lock (_lock)
        {
            if (!_queues.TryGetValue(queueName, out queue))
            {
                _pending.Add((queueName, item));
                return;
            }
        }

        queue.Add(item);
    }

    internal QueueImage[] Save()
    {
        lock (_lock)
        {
            return [.. _queues.Values.Select(static queue => queue.Save())];
        }
    }

    internal KeyValuePair<IComparable, object?>[] SavePending()
    {
        lock (_lock)
        {
            return [.. _pending.Select(static message => KeyValuePair.Create(message.QueueName, message.Item))];
        }
    }

    /// <summary>Replaces the queues with those of saved state.</summary>
    internal void Restore(IEnumerable<QueueImage> queues, IEnumerable<KeyValuePair<IComparable, object?>> pending)
    {
        lock (_lock)
        {
            _queues.Clear();
            _pending.Clear();
            foreach (QueueImage saved in queues)
            {
                WorkflowQueue queue = new(this, saved.Name);
                queue.Restore(saved);
                _queues.Add(saved.Name, queue);
            }

            _pending.AddRange(pending.Select(static message => (message.Key, message.Value)));
        }
    }

    internal List<WorkflowQueueInfo> Describe()
    {
        lock (_lock)
        {
            return [.. _queues.Values.Select(static queue => queue.Describe())];
        }
    }

    /// <summary>Calls a listener in a separate step.</summary>
    internal void Notify(Activity subscriber, IActivityEventListener<QueueEventArgs> listener, IComparable queueName) =>
        _port.Queue(new ListenerCall<QueueEventArgs>(subscriber, listener, new QueueEventArgs(queueName)));

    /// <summary>Calls a listener synchronously.</summary>
    internal void Call(Activity subscriber, IActivityEventListener<QueueEventArgs> listener, IComparable queueName)
    {
        using ActivityExecutionContext context = new(subscriber, _port);
        listener.OnEvent(context, new QueueEventArgs(queueName));
    }

    internal T Locked<T>(Func<T> read)
    {
        lock (_lock)
        {
            return read();
        }
    }
}
