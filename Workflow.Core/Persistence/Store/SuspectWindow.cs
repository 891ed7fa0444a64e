namespace Workflow.Persistence;

/// <summary>Limits the number of suspects that an owner has loaded at the same time. For stores.</summary>
/// <remarks>
/// <para>A suspect is an instance that an owner had loaded and not saved when the process of the owner ended. Each of these instances may be the cause. The
/// suspicion of an instance is the number of times that this has happened since its last save, up to <see cref="MaxSuspicion"/>. An owner has at most 32
/// suspects with the suspicion 1 loaded at the same time, four with the suspicion 2, and one with the suspicion 3. The strictest of these limits applies to
/// all loaded suspects together. So an instance that repeatedly ends its process is loaded alone after three such ends. Only from then on, each further end
/// counts as a failure of the instance.</para>
/// <para>An instance that works for a long time without a save must not block the other suspects. Such an instance counts for one minute with the suspicion
/// 1, five minutes with the suspicion 2, and 30 minutes with the suspicion 3.</para>
/// <para>Thread-safe.</para>
/// </remarks>
public sealed class SuspectWindow
{
    /// <summary>The highest suspicion, 3. The end of a process that had loaded an instance with this suspicion is a failure of the instance.</summary>
    public const int MaxSuspicion = 3;

    private readonly Lock _gate = new();
    private readonly TimeProvider _clock;
    private readonly Dictionary<Guid, (int Suspicion, long Since)> _atWork = [];

    // Read without the lock, because usually there are no suspects.
    private volatile bool _isEmpty = true;

    /// <summary>Creates a window without suspects.</summary>
    /// <param name="clock">The clock that measures how long a suspect has been loaded.</param>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    public SuspectWindow(TimeProvider clock)
    {
        ArgumentNullException.ThrowIfNull(clock);
        _clock = clock;
    }

    /// <summary>The highest suspicion of an instance that the owner may load as runnable now; 0 if it may load no suspect.</summary>
    public int Admitted
    {
        get
        {
            if (_isEmpty)
            {
                return MaxSuspicion;
            }

            lock (_gate)
            {
                return Admitted_NeedsLock();
            }
        }
    }

    /// <summary>The time until the first of the loaded suspects no longer counts, if none is saved before; null if no suspect is loaded.</summary>
    public TimeSpan? UntilNext
    {
        get
        {
            if (_isEmpty)
            {
                return null;
            }

            lock (_gate)
            {
                return _atWork.Count == 0 ? null : _atWork.Values.Min(suspect => TimeOf(suspect.Suspicion) - _clock.GetElapsedTime(suspect.Since));
            }
        }
    }

    /// <summary>Adds an instance that the owner has loaded.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="suspicion">The suspicion of the instance. An instance without suspicion is not added.</param>
    public void Add(Guid instanceId, int suspicion)
    {
        if (suspicion <= 0)
        {
            return;
        }

        lock (_gate)
        {
            _atWork[instanceId] = (Math.Min(suspicion, MaxSuspicion), _clock.GetTimestamp());
            _isEmpty = false;
        }
    }

    /// <summary>Removes an instance that was saved or unlocked.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <returns>True if it was a suspect, so that the owner may be able to load another one.</returns>
    public bool Remove(Guid instanceId)
    {
        if (_isEmpty)
        {
            return false;
        }

        lock (_gate)
        {
            bool isRemoved = _atWork.Remove(instanceId);
            _isEmpty = _atWork.Count == 0;
            return isRemoved;
        }
    }

    private int Admitted_NeedsLock()
    {
        foreach ((Guid id, (int suspicion, long since)) in _atWork)
        {
            if (_clock.GetElapsedTime(since) >= TimeOf(suspicion))
            {
                _atWork.Remove(id);
            }
        }

        _isEmpty = _atWork.Count == 0;
        int strictest = _atWork.Count == 0 ? 0 : _atWork.Values.Max(suspect => suspect.Suspicion);
        int admitted = MaxSuspicion;
        while (admitted > 0 && _atWork.Count >= SizeOf(Math.Max(admitted, strictest)))
        {
            admitted--;
        }

        return admitted;
    }

    private static int SizeOf(int suspicion) => suspicion switch
    {
        <= 1 => 32,
        2 => 4,
        _ => 1,
    };

    private static TimeSpan TimeOf(int suspicion) => TimeSpan.FromMinutes(suspicion switch
    {
        <= 1 => 1,
        2 => 5,
        _ => 30,
    });
}
