namespace Workflow.Persistence.Sql;

/// <summary>An owner with its row in the database.</summary>
/// <param name="id">The id of the owner.</param>
/// <param name="sid">The surrogate key of the row, which is never reused.</param>
/// <param name="options">The options of the owner.</param>
/// <param name="clock">The clock of this process.</param>
/// <param name="opened">The time at which the store was created, as a timestamp of the clock.</param>
internal sealed class SqlOwner(Guid id, long sid, InstanceOwnerOptions options, TimeProvider clock, long opened) : InstanceOwner(id, options)
{
    /// <summary>
    /// The minimum age of a store before its owners load a suspect with the highest suspicion, for which the end of its owner counts as a failure. Otherwise, a
    /// process that always ends shortly after its start, for whatever reason, and is restarted repeatedly would suspend one instance after the other, although
    /// none of them is the cause.
    /// </summary>
    private static readonly TimeSpan QuietTime = TimeSpan.FromSeconds(10);

    private int _isLoadingSuspect;

    public long Sid { get; } = sid;

    /// <summary>The suspects that the owner has loaded.</summary>
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

    /// <summary>
    /// Starts a load of a runnable instance. Only one load at a time may find a suspect, because two concurrent loads could each take the last admitted
    /// suspect.
    /// </summary>
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
    /// <param name="found">The loaded instance and its suspicion; null for none.</param>
    public void EndLoad((Guid InstanceId, int Suspicion)? found)
    {
        if (found is { } loaded)
        {
            Suspects.Add(loaded.InstanceId, loaded.Suspicion);
        }

        Volatile.Write(ref _isLoadingSuspect, 0);
    }
}
