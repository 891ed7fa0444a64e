namespace Workflow.Persistence;

/// <summary>The state of this process's lock on an instance, including the unknown state after a save without an answer. Thread-safe.</summary>
internal sealed class LockState(long version)
{
    private readonly Lock _gate = new();
    private long _version = version;
    private bool _isFirstInDoubt;
    private bool _isClosed;
    private bool _isReleased;

    /// <summary>The version; 0 before the first save.</summary>
    public long Version
    {
        get
        {
            lock (_gate)
            {
                return _version;
            }
        }
    }

    /// <summary>True if the first save was sent and its outcome is unknown.</summary>
    public bool IsFirstInDoubt
    {
        get
        {
            lock (_gate)
            {
                return _isFirstInDoubt;
            }
        }
    }

    /// <summary>Records a successful save.</summary>
    /// <param name="savedVersion">The version that the store returned.</param>
    /// <param name="isClosed">True if the save unlocked the instance.</param>
    public void Saved(long savedVersion, bool isClosed)
    {
        lock (_gate)
        {
            _version = savedVersion;
            _isFirstInDoubt = false;
            _isClosed = isClosed;
        }
    }

    /// <summary>Records a save that failed without an answer of the store.</summary>
    public void Doubt()
    {
        lock (_gate)
        {
            _isFirstInDoubt |= _version == 0;
        }
    }

    /// <summary>Restores an earlier version, because the saves after it are or will be undone.</summary>
    public void GoBackTo(long savedVersion)
    {
        lock (_gate)
        {
            _version = savedVersion;
            _isFirstInDoubt = savedVersion == 0;
            _isClosed = false;
        }
    }

    /// <summary>Records that the lock was released or lost.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
        }
    }

    /// <summary>
    /// Records that the process releases the instance. Returns the version of the lock that is or may be held and must be released; 0 if there is none.
    /// </summary>
    public long Release()
    {
        // Setting the flag and reading the version are one atomic step, as in ReleaseLate. An abandoned save may end at the same time: if it took its lock
        // between the two, neither call would release the lock, and the instance would stay locked until the lease expires.
        lock (_gate)
        {
            _isReleased = true;
            return VersionToReturn_NeedsLock();
        }
    }

    /// <summary>Returns the version of a lock that must be released at the end of an abandoned save; 0 while the process still uses the instance.</summary>
    public long ReleaseLate()
    {
        lock (_gate)
        {
            return _isReleased ? VersionToReturn_NeedsLock() : 0;
        }
    }

    private long VersionToReturn_NeedsLock() =>
        _isClosed ? 0 : _version != 0 ? _version : _isFirstInDoubt ? InstanceSave.FirstLockVersion : 0;
}
