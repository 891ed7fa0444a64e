namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// Holds the requests of an instance that must wait until it is idle, or until a transaction scope has ended. Only the owner of the turn uses it.
/// </summary>
internal sealed class DeferredRequests(ExecutorHost host, InstanceTurn turn, WorkBatch batch)
{
    private readonly Queue<InstanceRequest> _whenIdle = new();
    private readonly List<InstanceRequest> _inScope = [];
    private readonly Queue<InstanceRequest> _afterScope = new();

    /// <summary>Delivers an item to a queue. A listener that is called synchronously can throw; the item is then in the queue.</summary>
    public void Deliver(InstanceRequest request, ActivityExecutor executor)
    {
        if (executor.Transactions.IsActive)
        {
            _inScope.Add(request);
        }

        if (request.Work is not null)
        {
            batch.Add(request.Work, request.PendingItem!);
        }

        host.Guard(() => executor.Queuing.Deliver(request.QueueName!, request.Item), executor.InstanceId);
    }

    /// <summary>Keeps an item until the instance is idle.</summary>
    public void KeepUntilIdle(InstanceRequest request) => _whenIdle.Enqueue(request);

    /// <summary>Delivers the items that were kept until the instance is idle.</summary>
    /// <returns>True if there were items.</returns>
    public bool DeliverItemsForIdle(ActivityExecutor executor)
    {
        bool isAny = _whenIdle.Count > 0;
        while (_whenIdle.TryDequeue(out InstanceRequest? request))
        {
            Deliver(request, executor);
        }

        return isAny;
    }

    /// <summary>Keeps a request until the transaction scope has ended.</summary>
    public void KeepUntilScopeEnds(InstanceRequest request) => _afterScope.Enqueue(request);

    /// <summary>Called when no scope runs. Repeats the requests that waited for the end of the scope.</summary>
    /// <returns>The items that were delivered while the scope ran. If the instance is reset to the checkpoint, they must be delivered again.</returns>
    public InstanceRequest[] EndScope()
    {
        while (_afterScope.TryDequeue(out InstanceRequest? request))
        {
            turn.Defer(request);
        }

        InstanceRequest[] delivered = [.. _inScope];
        _inScope.Clear();
        return delivered;
    }
}
