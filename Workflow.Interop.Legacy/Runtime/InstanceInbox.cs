namespace Workflow.Interop.Legacy.Runtime;

/// <summary>What came for an instance and has to wait: for the time when it is idle, or for the end of a transaction scope. The thread that runs the instance uses it.</summary>
internal sealed class InstanceInbox(WorkflowRuntime runtime, Guid instanceId, WorkBatch batch)
{
    private readonly Queue<InstanceRequest> _whenIdle = new();
    private readonly List<InstanceRequest> _inScope = [];
    private readonly Queue<InstanceRequest> _afterScope = new();

    /// <summary>Gives a queue an item. A listener that is called at once may throw; the item is in the queue then.</summary>
    public void Deliver(InstanceRequest request, ActivityExecutor executor)
    {
        if (executor.Transactions.IsActive)
        {
            _inScope.Add(request);
        }

        if (request.Work is not null)
        {
            batch.Add(request.Work, request.WorkItem!);
        }

        runtime.Guard(() => executor.Queuing.Deliver(request.QueueName!, request.Item), instanceId);
    }

    /// <summary>An item is for the time when the instance is idle.</summary>
    public void KeepUntilIdle(InstanceRequest request) => _whenIdle.Enqueue(request);

    /// <summary>Gives the queues what was sent for the time when the instance is idle.</summary>
    /// <returns>Whether there was something.</returns>
    public bool TakeItemsForIdle(ActivityExecutor executor)
    {
        bool isAny = _whenIdle.Count > 0;
        while (_whenIdle.TryDequeue(out InstanceRequest request))
        {
            Deliver(request, executor);
        }

        return isAny;
    }

    /// <summary>A request cannot be handled before the transaction scope has ended.</summary>
    public void KeepUntilScopeEnds(InstanceRequest request) => _afterScope.Enqueue(request);

    /// <summary>No scope runs any more: what had to wait is requested again.</summary>
    /// <returns>The items that came while the scope ran. They come again if the instance goes back.</returns>
    public InstanceRequest[] LeaveScope(InstanceGate gate)
    {
        while (_afterScope.TryDequeue(out InstanceRequest request))
        {
            gate.Defer(request);
        }

        InstanceRequest[] delivered = [.. _inScope];
        _inScope.Clear();
        return delivered;
    }
}
