namespace Workflow.Persistence.Sql;

/// <summary>The transactions that have writes of this store. Thread-safe.</summary>
internal sealed class SqliteTransactions
{
    private readonly SqliteWriter _writer;
    private readonly SqliteDatabase _database;
    private readonly SqliteOwners _owners;
    private readonly SqlInstanceStoreOptions _options;
    private readonly Action _changed;

    /// <summary>Creates the object.</summary>
    /// <param name="writer">The thread that owns the writing connection.</param>
    /// <param name="database">The file.</param>
    /// <param name="owners">Ends expired owners before each write.</param>
    /// <param name="options">Provides the limit and the clock of waits.</param>
    /// <param name="changed">Called after a commit.</param>
    public SqliteTransactions(SqliteWriter writer, SqliteDatabase database, SqliteOwners owners, SqlInstanceStoreOptions options, Action changed)
    {
        _writer = writer;
        _database = database;
        _owners = owners;
        _options = options;
        _changed = changed;
        Open = new OpenTransactions<SqliteEnlistment, PendingWrite>(transaction => new SqliteEnlistment(this, transaction));
    }

    /// <summary>The transactions that have writes of this store.</summary>
    public OpenTransactions<SqliteEnlistment, PendingWrite> Open { get; }

    /// <summary>The owners and their leases.</summary>
    public SqliteOwners Owners => _owners;

    /// <summary>True if the application uses, or has requested, the connection of a transaction.</summary>
    public bool IsLent => Open.All(static transaction => transaction.IsLent).Length > 0;

    /// <summary>Renews a lease at the end of the transaction that holds the file.</summary>
    /// <returns>The time since which the transaction has held the file; null if no transaction holds it.</returns>
    public long? TryRenew(SqlOwner owner) =>
        Open.All(static _ => true).Select(transaction => transaction.TryRenew(owner)).FirstOrDefault(since => since is not null);

    /// <summary>
    /// Waits for commits that callers may consider complete, so that a query sees them. The wait is limited, because the query may come from another
    /// participant for whose answer the commit waits.
    /// </summary>
    public async Task WaitForCommitsAsync(CancellationToken cancellationToken)
    {
        SqliteEnlistment[] committing = Open.All(transaction => transaction.IsCommitting);
        if (committing.Length > 0)
        {
            using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            Task all = Task.WhenAll(committing.Select(transaction => transaction.Ended)),
                timeout = Task.Delay(_options.CommandTimeout, _options.TimeProvider, limit.Token);
            await Task.WhenAny(all, timeout).ConfigureAwait(false);
            await limit.CancelAsync().ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    /// <summary>Executes a write and rolls it back, to determine the answer.</summary>
    public Task<StoreResult> TryAsync(IReadOnlyList<PendingWrite> before, PendingWrite write, CancellationToken cancellationToken) => _writer.RunAsync(
        new SqliteWork<StoreResult>(session =>
        {
            session["SavepointBegin"].Run();
            try
            {
                foreach (PendingWrite earlier in before)
                {
                    earlier.Write(session);
                }

                return write.Write(session);
            }
            finally
            {
                session["SavepointUndo"].Run();
                session["SavepointEnd"].Run();
                session.Definitions.Clear();
            }
        }),
        cancellationToken);

    /// <summary>Executes all writes in a separate transaction, and ends it.</summary>
    /// <param name="writes">The writes.</param>
    /// <param name="end">Commits the transaction, or waits until its outcome is known.</param>
    public async Task WriteAsync(IReadOnlyList<PendingWrite> writes, Action<SqliteSession> end)
    {
        SqliteWork<bool> work = new(session =>
        {
            Write(session, writes, end);
            return true;
        })
        { IsAlone = true };
        await _writer.RunAsync(work, CancellationToken.None).ConfigureAwait(false);
        _changed();
    }

    /// <summary>Executes all writes on a separate connection, which holds the file until the transaction ends.</summary>
    /// <param name="writes">The writes.</param>
    /// <param name="serve">Waits until the outcome of the transaction is known, and ends the transaction.</param>
    /// <param name="cancellationToken">Cancels the call before it has started.</param>
    public async Task LendAsync(IReadOnlyList<PendingWrite> writes, Action<SqliteSession> serve, CancellationToken cancellationToken)
    {
        SqliteWork<bool> work = new(_ =>
        {
            using SqliteSession session = _database.OpenChecked();
            Write(session, writes, serve);
            return true;
        })
        { IsAlone = true };
        await _writer.RunAsync(work, cancellationToken).ConfigureAwait(false);
        _changed();
    }

    /// <summary>Executes a write inside a transaction that continues whatever the answer is.</summary>
    public static StoreResult WriteAlone(SqliteSession session, PendingWrite write)
    {
        session["SavepointBegin"].Run();
        bool isDone = false;
        try
        {
            StoreResult result = write.Write(session);
            isDone = result.Outcome == StoreOutcome.Done;
            return result;
        }
        finally
        {
            if (!isDone)
            {
                session["SavepointUndo"].Run();
                session.Definitions.Clear();
            }

            session["SavepointEnd"].Run();
        }
    }

    private void Write(SqliteSession session, IReadOnlyList<PendingWrite> writes, Action<SqliteSession> end)
    {
        session.Begin();
        session.Now = _database.Now;
        _owners.EndExpired(session);
        foreach (PendingWrite write in writes)
        {
            StoreResult result = write.Write(session);
            if (result.Outcome != StoreOutcome.Done)
            {
                throw write.RefusedBy(result, _options.Reporter);
            }
        }

        end(session);
    }
}
