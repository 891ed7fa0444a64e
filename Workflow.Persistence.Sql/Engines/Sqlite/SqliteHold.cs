namespace Workflow.Persistence.Sql;

/// <summary>
/// The time during which a transaction has the writing thread, and the write lock of the file, to itself: from its promise to commit, or from its first use of the
/// connection by the application, until its end.
/// </summary>
/// <param name="owners">Extends leases at the end.</param>
internal sealed class SqliteHold(SqliteOwners owners)
{
    private readonly object _gate = new();
    private readonly Queue<Action<SqliteSession>> _actions = [];
    private readonly HashSet<SqlOwner> _renewed = [];
    private long? _since;
    private bool _isEnding;

    /// <summary>
    /// Renews the lease of an owner when the transaction ends, however it ends. Until then the lease cannot be lost, because no other call and no other process can write the file.
    /// </summary>
    /// <returns>The time from which the transaction has had the file; null if it does not have it.</returns>
    public long? TryRenew(SqlOwner owner)
    {
        lock (_gate)
        {
            if (_since is null || _isEnding)
            {
                return null;
            }

            _renewed.Add(owner);
            return _since;
        }
    }

    /// <summary>Commits, with the leases that were renewed.</summary>
    public void Commit(SqliteSession session)
    {
        Extend(session);
        session.Commit();
    }

    /// <summary>Rolls back all but the leases that were renewed. Another process that waits for the file does not get it between the two.</summary>
    public void RollBack(SqliteSession session)
    {
        if (_renewed.Count == 0)
        {
            session.Rollback();
            return;
        }

        try
        {
            session["SavepointUndo"].Run();
            session.Definitions.Clear();
            Extend(session);
            session.Commit();
        }
        catch (Exception)
        {
            // The application, or SQLite after a failure, has rolled back already. The next renewal says what has become of the owners.
            session.Rollback();
        }
    }

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
        session["SavepointBegin"].Run();
        lock (_gate)
        {
            _since = session.Now;
        }

        while (Take(out Action<SqliteSession> action))
        {
            action(session);
        }
    }

    /// <summary>Nothing is added any more, because the transaction is ending.</summary>
    private void Extend(SqliteSession session)
    {
        foreach (SqlOwner owner in _renewed)
        {
            owners.Extend(session, owner, _since!.Value);
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
