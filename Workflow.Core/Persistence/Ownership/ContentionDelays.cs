namespace Workflow.Persistence;

/// <summary>
/// The delays before the release of instances whose transactions conflicted with others. Instances that conflicted must not conflict again, so each delay
/// is randomized. Thread-safe.
/// </summary>
/// <param name="clock">The clock for the delays.</param>
internal sealed class ContentionDelays(TimeProvider clock)
{
    /// <summary>
    /// The first delay is longer than a small transaction. The longest delay bounds the time for which an instance stays locked after the other
    /// transactions have ended.
    /// </summary>
    private static readonly TimeSpan FirstWait = TimeSpan.FromMilliseconds(50), LongestWait = TimeSpan.FromSeconds(2);

    private readonly Lock _gate = new();
    private readonly Dictionary<Guid, int> _inRow = [];

    /// <summary>
    /// Returns true if an instance was aborted only because its transaction conflicted with others. False if the store throws, so that the failure is
    /// counted.
    /// </summary>
    public static bool IsCause(InstanceStore store, Exception? failure)
    {
        try
        {
            return failure is not null && store.IsContention(failure);
        }
        catch (Exception)
        {
            return false;
        }
    }

    /// <summary>Waits. The delay doubles with each consecutive call for the instance.</summary>
    public Task WaitAsync(Guid instanceId)
    {
        int count;
        lock (_gate)
        {
            count = _inRow.GetValueOrDefault(instanceId);
            _inRow[instanceId] = count + 1;
        }

        TimeSpan wait = FirstWait * Math.Pow(2, Math.Min(count, 30));
        return Task.Delay((wait < LongestWait ? wait : LongestWait) * (0.5 + Random.Shared.NextDouble()), clock);
    }

    /// <summary>Resets the delay of an instance, because it was released for another reason.</summary>
    public void Forget(Guid instanceId)
    {
        lock (_gate)
        {
            _inRow.Remove(instanceId);
        }
    }
}
