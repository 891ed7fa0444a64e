namespace Workflow.Persistence;

/// <summary>What a process knows of its lock on one instance: after a save without an answer, what it may be. Safe from any thread.</summary>
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

    /// <summary>The first save was tried, and its outcome is unknown.</summary>
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

    /// <summary>A save has succeeded.</summary>
    /// <param name="savedVersion">The version that it answered.</param>
    /// <param name="isClosed">It has given the lock back.</param>
    public void Saved(long savedVersion, bool isClosed)
    {
        lock (_gate)
        {
            _version = savedVersion;
            _isFirstInDoubt = false;
            _isClosed = isClosed;
        }
    }

    /// <summary>A save has failed without an answer of the store.</summary>
    public void Doubt()
    {
        lock (_gate)
        {
            _isFirstInDoubt |= _version == 0;
        }
    }

    /// <summary>What was saved since is undone, or will be.</summary>
    public void GoBackTo(long savedVersion)
    {
        lock (_gate)
        {
            _version = savedVersion;
            _isFirstInDoubt = savedVersion == 0;
            _isClosed = false;
        }
    }

    /// <summary>The lock was given back, or lost.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
        }
    }

    /// <summary>The instance leaves. The version to give back, of a lock that is held or may be; 0: there is nothing to give back.</summary>
    public long Release()
    {
        lock (_gate)
        {
            _isReleased = true;
            return VersionToReturn_NeedsLock();
        }
    }

    /// <summary>The same for a save that ends late; 0 while the instance is here still.</summary>
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
