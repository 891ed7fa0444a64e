namespace Workflow.Persistence.Sql;

/// <summary>An owner with its row in the database.</summary>
/// <param name="id">Its id.</param>
/// <param name="sid">The number of its row, which is never used again.</param>
/// <param name="options">Who it is.</param>
/// <param name="renewalPeriod">How often its lease is renewed.</param>
/// <param name="clock">The clock of this process.</param>
/// <param name="opened">When its store was created, as a timestamp of the clock.</param>
internal sealed class SqlOwner(Guid id, long sid, InstanceOwnerOptions options, TimeSpan renewalPeriod, TimeProvider clock, long opened) : InstanceOwner(id, options, renewalPeriod)
{
    /// <summary>
    /// How long a process must have lived before it loads a suspect with the highest suspicion, whose owner's end is a failure of it. A process that ends soon after its start, whatever it does, and is started
    /// again and again would otherwise suspend one instance after the other, of which none is the cause.
    /// </summary>
    private static readonly TimeSpan QuietTime = TimeSpan.FromSeconds(10);

    private int _isLoadingSuspect;

    public long Sid { get; } = sid;

    /// <summary>The suspects of the owner that are at work.</summary>
    public SuspectWindow Suspects { get; } = new(clock);

    /// <summary>The highest suspicion of an instance that the owner may load as runnable now; 0 if it may load no suspect.</summary>
    public int Admitted
    {
        get
        {
            int admitted = Suspects.Admitted;
            return admitted == SuspectWindow.MaxSuspicion && clock.GetElapsedTime(opened) < QuietTime ? admitted - 1 : admitted;
        }
    }

    /// <summary>Begins a load of something runnable. Only one load at a time may find a suspect, because each of two at once would take the last room.</summary>
    /// <returns>The highest suspicion that the load may find; if it is above 0, the load must call <see cref="EndLoad"/>.</returns>
    public int BeginLoad()
    {
        if (Interlocked.CompareExchange(ref _isLoadingSuspect, 1, 0) != 0)
        {
            return 0;
        }

        int admitted = Admitted;
        if (admitted == 0)
        {
            Volatile.Write(ref _isLoadingSuspect, 0);
        }

        return admitted;
    }

    /// <summary>Ends a load that could find a suspect.</summary>
    /// <param name="found">The instance that it has loaded, and its suspicion; null for none.</param>
    public void EndLoad((Guid InstanceId, int Suspicion)? found)
    {
        if (found is { } loaded)
        {
            Suspects.Add(loaded.InstanceId, loaded.Suspicion);
        }

        Volatile.Write(ref _isLoadingSuspect, 0);
    }
}
