namespace Workflow.Persistence.Sql;

/// <summary>
/// The time during which a transaction has the writing thread, and the write lock of the file, to itself: from its promise to commit, or from its first use of the
/// connection by the application, until its end.
/// </summary>
internal sealed class SqliteHold
{
    private readonly object _gate = new();
    private readonly Queue<Action<SqliteSession>> _actions = [];
    private bool _isEnding;

    /// <summary>Does something on the connection of the transaction.</summary>
    /// <exception cref="InvalidOperationException">The transaction is ending.</exception>
    public Task<T> RunAsync<T>(Func<SqliteSession, T> action)
    {
        TaskCompletionSource<T> end = new(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_gate)
        {
            if (_isEnding)
            {
                throw new InvalidOperationException("The transaction is ending; make the call before it is completed.");
            }

            Add_NeedsLock(RunOne, isEnd: false);
        }

        return end.Task;

        void RunOne(SqliteSession session)
        {
            try
            {
                end.SetResult(action(session));
            }
            catch (Exception failure)
            {
                end.SetException(failure);
            }
        }
    }

    /// <summary>Says how the transaction ends; only the first call counts.</summary>
    public void End(Action<SqliteSession> end)
    {
        lock (_gate)
        {
            if (!_isEnding)
            {
                Add_NeedsLock(end, isEnd: true);
            }
        }
    }

    /// <summary>Does on the writing thread what comes, until it is known how the transaction ends. The transaction manager always decides.</summary>
    public void Serve(SqliteSession session)
    {
        while (Take(out Action<SqliteSession> action))
        {
            action(session);
        }
    }

    private void Add_NeedsLock(Action<SqliteSession> action, bool isEnd)
    {
        _isEnding = isEnd;
        _actions.Enqueue(action);
        Monitor.Pulse(_gate);
    }

    private bool Take(out Action<SqliteSession> action)
    {
        lock (_gate)
        {
            while (_actions.Count == 0 && !_isEnding)
            {
#pragma warning disable RS0030 // The writing thread of SQLite, which has nothing else to do: the transaction has the only write lock of the file.
                Monitor.Wait(_gate);
#pragma warning restore RS0030
            }

            return _actions.TryDequeue(out action!);
        }
    }
}
