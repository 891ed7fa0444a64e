namespace Workflow.Persistence;

/// <summary>The waits before instances are released whose transactions met others. Instances that met must not meet again, so each wait is varied at random. Thread-safe.</summary>
/// <param name="clock">The clock for the waits.</param>
internal sealed class ContentionDelays(TimeProvider clock)
{
    /// <summary>The first wait is longer than a small transaction. The longest is the time for which an instance may stay locked after the others have ended.</summary>
    private static readonly TimeSpan FirstWait = TimeSpan.FromMilliseconds(50), LongestWait = TimeSpan.FromSeconds(2);

    private readonly Lock _gate = new();
    private readonly Dictionary<Guid, int> _inRow = [];

    /// <summary>True if an instance was aborted only because its transaction met others. A store that cannot say so counts the failure.</summary>
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

    /// <summary>Waits, longer each time in a row.</summary>
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

    /// <summary>The instance was released for another reason.</summary>
    public void Forget(Guid instanceId)
    {
        lock (_gate)
        {
            _inRow.Remove(instanceId);
        }
    }
}
