namespace Workflow.Persistence.Sql;

/// <summary>Decides when a store looks for processes of this machine that have ended: at its first chance, and then once in each period. Thread-safe.</summary>
/// <param name="isOn">Whether the store does so at all.</param>
/// <param name="period">The period, which is that of the renewals of leases.</param>
/// <param name="clock">Measures the period.</param>
internal sealed class EndedProcesses(bool isOn, TimeSpan period, TimeProvider clock)
{
    private readonly Lock _gate = new();
    private long? _lastLook;

    /// <summary>The text of this process for the rows of its owners; null: other processes do not see when it has ended.</summary>
    public string? Current { get; } = isOn ? OwnerProcess.Current : null;

    /// <summary>Whether it is time to look.</summary>
    public bool IsDue
    {
        get
        {
            lock (_gate)
            {
                return Current is not null && (_lastLook is not { } last || clock.GetElapsedTime(last) >= period);
            }
        }
    }

    /// <summary>Records a look. Call it after the look: a call that failed is repeated, and must look again.</summary>
    public void Looked()
    {
        lock (_gate)
        {
            _lastLook = clock.GetTimestamp();
        }
    }
}
