namespace Workflow.Persistence.Sql;

/// <summary>A call that is flushed with others. Immutable.</summary>
internal interface IFlushedCall
{
    /// <summary>The instance, or the key that stands for it: of calls with the same one, a flush takes the first.</summary>
    Guid InstanceId { get; }

    /// <summary>How many bytes of state or content it writes.</summary>
    int Bytes { get; }

    /// <summary>Whether it is written alone, so that it waits for nobody with the locks of others.</summary>
    bool IsAlone { get; }
}

/// <summary>A save or an unlock. Immutable.</summary>
/// <param name="Owner">The owner.</param>
/// <param name="InstanceId">The instance.</param>
/// <param name="LockVersion">The version of its lock; 0: it is a first save.</param>
/// <param name="Since">When it was called, as a timestamp of the store's clock in this process.</param>
internal abstract record ServerWrite(SqlOwner Owner, Guid InstanceId, long LockVersion, long Since) : TransactionWrite(Owner, InstanceId, LockVersion), IFlushedCall
{
    /// <inheritdoc/>
    public abstract int Bytes { get; }

    /// <summary>The checksum of the state that it writes; null: it writes none.</summary>
    public abstract long? StateCheck { get; }

    public abstract bool GivesBack { get; }

    /// <summary>Whether nothing is kept of the instance.</summary>
    public abstract bool Deletes { get; }

    /// <summary>The request that starts the instance; null: none.</summary>
    public virtual Guid? RequestId => null;

    /// <inheritdoc/>
    public bool IsAlone => Keys.Count > 0 || RequestId is not null;
}

/// <summary>A save.</summary>
/// <param name="Request">The save.</param>
/// <param name="Definition">The number of its definition.</param>
/// <param name="Since">When it was called.</param>
internal sealed record ServerSave(SaveRequest Request, int Definition, long Since)
    : ServerWrite(Request.Owner, Request.InstanceId, Request.LockVersion, Since)
{
    public override int Bytes => Request.State.Bytes.Length;

    public override long? StateCheck => Request.State.Check;

    public override bool GivesBack => Request.GivesBack;

    public override bool Deletes => Request.Deletes;

    public override IReadOnlyCollection<Guid> Keys => Request.KeysToAdd;

    public override Guid? RequestId => Request.RequestId;

    /// <summary>When the next timer is due, in microseconds from now; null: there is none. The time counts from the call, which may have waited since, for the end of its transaction for instance.</summary>
    public long? DueIn(TimeProvider clock) => Request.DueIn is { } wait ? StoreTime.Of(wait > TimeSpan.Zero ? wait - clock.GetElapsedTime(Since) : wait) : null;
}

/// <summary>An unlock.</summary>
/// <param name="Request">The unlock.</param>
/// <param name="Since">When it was called.</param>
internal sealed record ServerUnlock(UnlockRequest Request, long Since)
    : ServerWrite(Request.Owner, Request.InstanceId, Request.LockVersion, Since)
{
    public override int Bytes => 0;

    public override long? StateCheck => null;

    public override bool GivesBack => true;

    public override bool Deletes => false;

    public override IReadOnlyCollection<Guid> Keys => [];
}

/// <summary>A load of an instance that may be free. What cannot be locked at once is loaded alone.</summary>
/// <param name="Request">The load.</param>
internal sealed record ServerLoad(LoadRequest Request) : IFlushedCall
{
    /// <summary>What stands in the row that it locks.</summary>
    public Guid Id { get; } = Guid.NewGuid();

    public Guid InstanceId => Request.InstanceId ?? Request.Key!.Value;

    public int Bytes => 0;

    public bool IsAlone => false;
}

/// <summary>A message for an instance whose row nobody uses now. One whose row is locked is stored alone, so that the others do not wait.</summary>
/// <param name="Request">The message.</param>
/// <param name="RequestId">The id under which the server remembers the message.</param>
internal sealed record ServerSend(SendRequest Request, Guid RequestId) : IFlushedCall
{
    public Guid InstanceId => Request.InstanceId ?? Request.Key!.Value;

    public int Bytes => Request.Content.Length;

    public bool IsAlone => false;
}
