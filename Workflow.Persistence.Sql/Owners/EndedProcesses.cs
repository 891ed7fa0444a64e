namespace Workflow.Persistence.Sql;

/// <summary>Schedules the check for ended processes of this machine: at the first opportunity, and then once in each period. Thread-safe.</summary>
/// <param name="isOn">True if the check is enabled.</param>
/// <param name="period">The period, which is the renewal period of leases.</param>
/// <param name="clock">Measures the period.</param>
internal sealed class EndedProcesses(bool isOn, TimeSpan period, TimeProvider clock)
{
    private readonly Lock _gate = new();
    private long? _lastCheck;

    /// <summary>The text that identifies this process in the rows of its owners; null if other processes cannot detect its end.</summary>
    public string? Current { get; } = isOn ? OwnerProcess.Current : null;

    /// <summary>True if the check is due.</summary>
    public bool IsDue
    {
        get
        {
            lock (_gate)
            {
                return Current is not null && (_lastCheck is not { } last || clock.GetElapsedTime(last) >= period);
            }
        }
    }

    /// <summary>Records a completed check. Must be called after the check, because a call that failed is repeated and must check again.</summary>
    public void Checked()
    {
        lock (_gate)
        {
            _lastCheck = clock.GetTimestamp();
        }
    }
}
