extern alias WorkflowCore;
using System.Collections.Concurrent;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Hosting;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>The workflow instances of <c>Workflow.Core</c> hosts that have the exchange service as an extension. Thread-safe.</summary>
internal sealed class HostedInstances
{
    // There is no notification when an instance ends, so the references are weak. Hosts keep running instances alive.
    private readonly ConcurrentDictionary<Guid, WeakReference<WorkflowInstanceProxy>> _instances = new();
    private readonly ConcurrentDictionary<Guid, Func<EventQueueName, bool>> _queues = new();
    // Dead references are removed when the number of entries reaches this value. It grows with the number of entries, so that an addition takes amortized
    // constant time.
    private int _sweepAt = 64;

    public void Add(WorkflowInstanceProxy instance)
    {
        _instances[instance.Id] = new WeakReference<WorkflowInstanceProxy>(instance);
        if (_instances.Count >= Volatile.Read(ref _sweepAt))
        {
            foreach (KeyValuePair<Guid, WeakReference<WorkflowInstanceProxy>> entry in _instances.Where(static entry => !entry.Value.TryGetTarget(out _)))
            {
                _instances.TryRemove(entry);
            }

            Volatile.Write(ref _sweepAt, 64 + (2 * _instances.Count));
        }
    }

    public void Connect(Guid instanceId, Func<EventQueueName, bool> hasQueue) => _queues[instanceId] = hasQueue;

    public void Disconnect(Guid instanceId) => _queues.TryRemove(instanceId, out _);

    /// <returns>True if there is such an instance.</returns>
    /// <exception cref="InvalidOperationException">No activity in the instance waits for the event.</exception>
    /// <exception cref="NotSupportedException">The event has pending work.</exception>
    public bool TryDeliver(EventQueueName queue, ExternalEvent item)
    {
        Guid id = item.Arguments.InstanceId;
        if (!_instances.TryGetValue(id, out WeakReference<WorkflowInstanceProxy>? reference) || !reference.TryGetTarget(out WorkflowInstanceProxy? instance))
        {
            return false;
        }

        if (item.Arguments.WorkHandler is not null)
        {
            throw new NotSupportedException("Pending work cannot be done with an event for a WF3 activity inside another workflow; do the work before.");
        }

        if (_queues.TryGetValue(id, out Func<EventQueueName, bool>? hasQueue) && !hasQueue(queue))
        {
            throw new InvalidOperationException($"No WF3 activity in the workflow instance '{id}' waits for '{queue}'; raise the event while one does.");
        }

        // The caller does not wait for the delivery, because the caller may be a method that the activity itself calls.
        _ = ResumeAsync(instance, new Bookmark(queue.ToString()), item);
        return true;
    }

    private static async Task ResumeAsync(WorkflowInstanceProxy instance, Bookmark bookmark, ExternalEvent item)
    {
        try
        {
            await instance.ResumeBookmarkAsync(bookmark, item).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The instance has ended, or its host has failed and reports that itself. No caller waits for this task.
        }
    }
}
