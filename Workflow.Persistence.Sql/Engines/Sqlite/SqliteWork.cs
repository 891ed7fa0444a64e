namespace Workflow.Persistence.Sql;

/// <summary>Something that a thread of SQLite does for a caller. It is canceled as long as it waits; once it has begun, it runs to its end.</summary>
internal abstract class SqliteWork
{
    private int _state;

    /// <summary>How many bytes of state it writes.</summary>
    public int Bytes { get; init; }

    /// <summary>Whether it makes its own transaction.</summary>
    public bool IsAlone { get; init; }

    /// <summary>Whether it sees what owners hold that are gone. Others check their own owner only.</summary>
    public bool SeesOwners { get; init; } = true;

    /// <summary>Takes it out of the hands of its caller; false when it was canceled.</summary>
    public bool TryBegin() => Interlocked.CompareExchange(ref _state, 1, 0) == 0;

    /// <summary>Does it. It may be done again, after its changes were rolled back.</summary>
    public abstract void Execute(SqliteSession session);

    /// <summary>Reports the result, when it is on the disk.</summary>
    public abstract void Succeed();

    public abstract void Fail(Exception failure);

    protected bool TryCancel() => Interlocked.CompareExchange(ref _state, 2, 0) == 0;
}

/// <summary>Such work with a result.</summary>
internal sealed class SqliteWork<T>(Func<SqliteSession, T> action) : SqliteWork
{
    private readonly TaskCompletionSource<T> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private T? _result;
    private SnapshotException? _damage;

    public Task<T> Task => _end.Task;

    /// <summary>A damaged row is a result: it is found before anything is written, so what others do in the same transaction is not undone for it.</summary>
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
