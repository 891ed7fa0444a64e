namespace Workflow.Persistence;

/// <summary>The requests that the store in memory has carried out, each remembered for <see cref="Retention"/>. Not thread-safe.</summary>
internal sealed class RequestTable
{
    /// <summary>The time for which a request is remembered.</summary>
    public static readonly TimeSpan Retention = TimeSpan.FromDays(7);

    private readonly Dictionary<Guid, MessageReceipt> _sent = [];
    private readonly Dictionary<Guid, (Guid InstanceId, StoreTransaction? Transaction)> _started = [];
    private readonly Queue<(Guid RequestId, bool IsStart, DateTimeOffset At)> _byTime = [];

    /// <summary>Returns the receipt of the message that was sent with the id; null if there is none.</summary>
    public MessageReceipt? FindSent(Guid? requestId) => requestId is { } id ? _sent.GetValueOrDefault(id) : null;

    public void AddSent(Guid? requestId, MessageReceipt receipt, DateTimeOffset now)
    {
        if (requestId is { } id)
        {
            _sent.Add(id, receipt);
            Remember(id, isStart: false, now);
        }
    }

    /// <summary>Returns the active transaction in which an instance is started with the id; null if there is none.</summary>
    public StoreTransaction? StarterOf(Guid requestId) => _started.GetValueOrDefault(requestId).Transaction;

    /// <summary>Returns the instance that was started with the id; null if there is none.</summary>
    public Guid? FindStarted(Guid requestId) => _started.TryGetValue(requestId, out (Guid InstanceId, StoreTransaction?) start) ? start.InstanceId : null;

    /// <summary>Adds a start, or reserves its id until the end of a transaction.</summary>
    public void AddStarted(Guid requestId, Guid instanceId, StoreTransaction? transaction, DateTimeOffset now)
    {
        _started[requestId] = (instanceId, transaction);
        if (transaction is null)
        {
            Remember(requestId, isStart: true, now);
        }
    }

    public void RemoveStarted(Guid requestId) => _started.Remove(requestId);

    private void Remember(Guid requestId, bool isStart, DateTimeOffset now)
    {
        while (_byTime.TryPeek(out (Guid RequestId, bool IsStart, DateTimeOffset At) oldest) && oldest.At + Retention <= now)
        {
            _ = oldest.IsStart ? _started.Remove(oldest.RequestId) : _sent.Remove(oldest.RequestId);
            _byTime.Dequeue();
        }

        _byTime.Enqueue((requestId, isStart, now));
    }
}
