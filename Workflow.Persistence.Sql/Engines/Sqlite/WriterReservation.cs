namespace Workflow.Persistence.Sql;

/// <summary>
/// The period during which a transaction has exclusive use of the writing thread and the write lock of the file: from its promise to commit, or from the first
/// use of its connection by the application, until its end.
/// </summary>
/// <param name="owners">Extends the leases at the end of the transaction.</param>
internal sealed class WriterReservation(SqliteOwners owners)
{
    private readonly object _gate = new();
    private readonly Queue<Action<SqliteSession>> _actions = [];
    private readonly HashSet<SqlOwner> _renewed = [];
    private long? _since;
    private bool _isEnding;

    /// <summary>
    /// Renews the lease of an owner at the end of the transaction, whatever its outcome. The lease cannot be lost before that, because no other call and no
    /// other process can write to the file.
    /// </summary>
    /// <returns>The time since which the transaction has held the file; null if it does not hold the file.</returns>
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

    /// <summary>Commits the transaction, including the renewed leases.</summary>
    public void Commit(SqliteSession session)
    {
        Extend(session);
        session.Commit();
    }

    /// <summary>
    /// Rolls back everything except the renewed leases. Rollback and renewal are one transaction, so that another process that waits for the file cannot get it
    /// between them.
    /// </summary>
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
            // The application, or SQLite after a failure, has already rolled back. The next renewal reports the state of the owners.
            session.Rollback();
        }
    }

    /// <summary>Runs an action on the connection of the transaction.</summary>
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

    /// <summary>Sets the action that ends the transaction. Only the first call has an effect.</summary>
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

    /// <summary>Runs the queued actions on the writing thread until the transaction ends. The transaction manager guarantees that an end follows.</summary>
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

    /// <summary>Extends the renewed leases. The set is read without the lock: no owner is added any more, because the transaction is ending.</summary>
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
#pragma warning disable RS0030 // The dedicated writing thread of SQLite has no other work, because the transaction holds the only write lock of the file.
                Monitor.Wait(_gate);
#pragma warning restore RS0030
            }

            return _actions.TryDequeue(out action!);
        }
    }
}
