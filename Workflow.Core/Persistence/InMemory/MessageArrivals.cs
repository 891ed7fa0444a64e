namespace Workflow.Persistence;

/// <summary>The instances of an owner for which messages have arrived while the owner held them. Not thread-safe.</summary>
internal sealed class MessageArrivals
{
    private readonly Dictionary<Guid, long> _last = [];
    private Dictionary<Guid, long> _answered = [];

    public bool IsEmpty => _last.Count == 0;

    public void Add(Guid instanceId, long sequence) => _last[instanceId] = sequence;

    public void Remove(Guid instanceId) => _last.Remove(instanceId);

    /// <summary>Returns the instances, and remembers the last message of each for <see cref="Forget"/>.</summary>
    public IReadOnlyList<Guid> Answer()
    {
        _answered = new Dictionary<Guid, long>(_last);
        return [.. _last.Keys];
    }

    /// <summary>
    /// Removes instances of the last answer. An instance for which another message has arrived since that answer stays, because the owner may have received
    /// its messages before this arrival.
    /// </summary>
    public void Forget(IReadOnlyCollection<Guid> known)
    {
        foreach (Guid instanceId in known)
        {
            if (_last.TryGetValue(instanceId, out long last) && _answered.TryGetValue(instanceId, out long answered) && last <= answered)
            {
                _last.Remove(instanceId);
            }
        }
    }
}
