namespace Workflow.Persistence.Sql;

/// <summary>A call that is executed in a flush. Immutable.</summary>
internal interface IFlushedCall
{
    /// <summary>The id of the instance, or the key that identifies it. A flush takes only the first of several calls with the same id.</summary>
    Guid InstanceId { get; }

    /// <summary>The number of bytes of state or content that the call writes.</summary>
    int Bytes { get; }

    /// <summary>The calls with which this call can be flushed.</summary>
    FlushGroup Group { get; }

    /// <summary>
    /// Adds the ids of the rows that the call inserts or changes; false if another call of the flush has one of them. Then the call must wait.
    /// </summary>
    /// <param name="ids">The ids of the calls of the flush.</param>
    bool TryAddIds(HashSet<Guid> ids) => ids.Add(InstanceId);
}

/// <summary>A save or an unlock. Immutable.</summary>
/// <param name="Owner">The owner.</param>
/// <param name="InstanceId">The instance.</param>
/// <param name="LockVersion">The lock version of the instance; 0 for a first save.</param>
/// <param name="Since">The time of the call, as a timestamp of the clock of the store in this process.</param>
internal abstract record ServerWrite(SqlOwner Owner, Guid InstanceId, long LockVersion, long Since)
    : TransactionWrite(Owner, InstanceId, LockVersion), IFlushedCall
{
    /// <inheritdoc/>
    public abstract int Bytes { get; }

    /// <summary>The checksum of the state to write; null if no state is written.</summary>
    public abstract long? StateCheck { get; }

    public abstract bool Unlocks { get; }

    /// <summary>True if no data of the instance is kept.</summary>
    public abstract bool Deletes { get; }

    /// <summary>The request that starts the instance; null for none.</summary>
    public virtual Guid? RequestId => null;

    /// <summary>True if the call inserts keys or a request.</summary>
    public bool HasNames => Keys.Count > 0 || RequestId is not null;

    /// <inheritdoc/>
    public FlushGroup Group => !HasNames ? FlushGroup.Common : LockVersion == 0 ? FlushGroup.Start : FlushGroup.Alone;

    /// <inheritdoc/>
    public bool TryAddIds(HashSet<Guid> ids)
    {
        if (!HasNames)
        {
            return ids.Add(InstanceId);
        }

        if (ids.Contains(InstanceId) || Keys.Any(ids.Contains) || (RequestId is { } request && ids.Contains(request)))
        {
            // A later call for the same instance must wait, too.
            ids.Add(InstanceId);
            return false;
        }

        ids.Add(InstanceId);
        ids.UnionWith(Keys);
        if (RequestId is { } added)
        {
            ids.Add(added);
        }

        return true;
    }
}

/// <summary>A queued save.</summary>
/// <param name="Request">The save.</param>
/// <param name="Definition">The number of the definition.</param>
/// <param name="Since">The time of the call, as a timestamp.</param>
internal sealed record ServerSave(SaveRequest Request, int Definition, long Since)
    : ServerWrite(Request.Owner, Request.InstanceId, Request.LockVersion, Since)
{
    public override int Bytes => Request.State.Bytes.Length;

    public override long? StateCheck => Request.State.Check;

    public override bool Unlocks => Request.Unlocks;

    public override bool Deletes => Request.Deletes;

    public override IReadOnlyCollection<Guid> Keys => Request.KeysToAdd;

    public override Guid? RequestId => Request.RequestId;

    /// <summary>
    /// Returns the time until the next timer is due, in microseconds from now; null if there is no timer. The delay counts from the time of the call, which may
    /// have waited since then, for example for the end of its transaction.
    /// </summary>
    public long? DueIn(TimeProvider clock) =>
        Request.DueIn is { } wait ? StoreTime.Of(wait > TimeSpan.Zero ? wait - clock.GetElapsedTime(Since) : wait) : null;
}

/// <summary>A queued unlock.</summary>
/// <param name="Request">The unlock.</param>
/// <param name="Since">The time of the call, as a timestamp.</param>
internal sealed record ServerUnlock(UnlockRequest Request, long Since)
    : ServerWrite(Request.Owner, Request.InstanceId, Request.LockVersion, Since)
{
    public override int Bytes => 0;

    public override long? StateCheck => null;

    public override bool Unlocks => true;

    public override bool Deletes => false;

    public override IReadOnlyCollection<Guid> Keys => [];
}

/// <summary>A queued load of an instance that may be unlocked. An instance that cannot be locked at once is loaded separately.</summary>
/// <param name="Request">The load.</param>
internal sealed record ServerLoad(LoadRequest Request) : IFlushedCall
{
    /// <summary>The id of the load, which is written to the row that it locks.</summary>
    public Guid Id { get; } = Guid.NewGuid();

    public Guid InstanceId => Request.InstanceId ?? Request.Key!.Value;

    public int Bytes => 0;

    public FlushGroup Group => FlushGroup.Common;
}

/// <summary>
/// A queued message. If the row of its instance is locked, the message is stored separately, so that the other calls of the flush do not wait.
/// </summary>
/// <param name="Request">The message.</param>
/// <param name="RequestId">The id under which the server remembers the message.</param>
internal sealed record ServerSend(SendRequest Request, Guid RequestId) : IFlushedCall
{
    public Guid InstanceId => Request.InstanceId ?? Request.Key!.Value;

    public int Bytes => Request.Content.Length;

    public FlushGroup Group => FlushGroup.Common;
}
