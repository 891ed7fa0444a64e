namespace Workflow.Persistence.Sql;

/// <summary>Work that an SQLite thread executes for a caller. It can be canceled while it waits; once started, it runs to completion.</summary>
internal abstract class SqliteWork
{
    private int _state;

    /// <summary>The number of bytes of state that the work writes.</summary>
    public int Bytes { get; init; }

    /// <summary>True if the work manages its own transaction.</summary>
    public bool IsAlone { get; init; }

    /// <summary>True if expired owners must be ended before the work, because it may find their instances. Other work checks its own owner only.</summary>
    public bool SeesOwners { get; init; } = true;

    /// <summary>Marks the work as started, so that it can no longer be canceled; false if it was canceled.</summary>
    public bool TryBegin() => Interlocked.CompareExchange(ref _state, 1, 0) == 0;

    /// <summary>Executes the work. May be called again after its changes were rolled back.</summary>
    public abstract void Execute(SqliteSession session);

    /// <summary>Completes the caller with the result. Called when the changes are durable.</summary>
    public abstract void Succeed();

    public abstract void Fail(Exception failure);

    protected bool TryCancel() => Interlocked.CompareExchange(ref _state, 2, 0) == 0;
}

/// <summary>Work with a result.</summary>
internal sealed class SqliteWork<T>(Func<SqliteSession, T> action) : SqliteWork
{
    private readonly TaskCompletionSource<T> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private T? _result;
    private SnapshotException? _damage;

    public Task<T> Task => _end.Task;

    /// <summary>
    /// Executes the work. A damaged row is a result and not a failure: it is detected before anything is written, so the other work in the same transaction
    /// need not be rolled back.
    /// </summary>
    public override void Execute(SqliteSession session)
    {
        _damage = null;
        try
        {
            _result = action(session);
        }
        catch (SnapshotException damage)
        {
            _damage = damage;
        }
    }

    public override void Succeed()
    {
        if (_damage is null)
        {
            _end.TrySetResult(_result!);
        }
        else
        {
            _end.TrySetException(_damage);
        }
    }

    public override void Fail(Exception failure) => _end.TrySetException(failure);

    public void Cancel(CancellationToken cancellationToken)
    {
        if (TryCancel())
        {
            _end.TrySetCanceled(cancellationToken);
        }
    }
}
