namespace Workflow.Persistence.Sql;

/// <summary>The transactions that have writes of this store. Thread-safe.</summary>
internal sealed class SqliteTransactions
{
    private readonly SqliteWriter _writer;
    private readonly SqliteDatabase _database;
    private readonly SqliteOwners _owners;
    private readonly SqlInstanceStoreOptions _options;
    private readonly Action _changed;

    /// <summary>Creates the writer.</summary>
    /// <param name="writer">Has the connection that writes.</param>
    /// <param name="database">The file.</param>
    /// <param name="owners">Ends the owners that have expired, before each write.</param>
    /// <param name="options">The limit and the clock of waits.</param>
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

    /// <summary>Owners and their leases.</summary>
    public SqliteOwners Owners => _owners;

    /// <summary>Whether the application has, or has asked for, the connection of a transaction.</summary>
    public bool IsLent => Open.All(static transaction => transaction.IsLent).Length > 0;

    /// <summary>Renews a lease at the end of the transaction that has the file.</summary>
    /// <returns>The time from which that has had the file; null if none has it.</returns>
    public long? TryRenew(SqlOwner owner) => Open.All(static _ => true).Select(transaction => transaction.TryRenew(owner)).FirstOrDefault(since => since is not null);

    /// <summary>
    /// Waits for commits that callers may count on, so that a query sees them. Not for ever: the query may be made by another participant, on whose answer the commit waits.
    /// </summary>
    public async Task WaitForCommitsAsync(CancellationToken cancellationToken)
    {
        SqliteEnlistment[] committing = Open.All(transaction => transaction.IsCommitting);
        if (committing.Length > 0)
        {
            using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            Task all = Task.WhenAll(committing.Select(transaction => transaction.Ended)), timeout = Task.Delay(_options.CommandTimeout, _options.TimeProvider, limit.Token);
            await Task.WhenAny(all, timeout).ConfigureAwait(false);
            await limit.CancelAsync().ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    /// <summary>Writes and undoes it, to know the answer.</summary>
    public Task<StoreAnswer> TryAsync(IReadOnlyList<PendingWrite> before, PendingWrite write, CancellationToken cancellationToken) => _writer.RunAsync(
        new SqliteWork<StoreAnswer>(session =>
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

    /// <summary>Writes everything in a transaction of its own, and ends it.</summary>
    /// <param name="writes">What to write.</param>
    /// <param name="end">Commits it, or waits until it is known how it ends.</param>
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

    /// <summary>Writes everything on a connection of its own, which has the file until the transaction ends.</summary>
    /// <param name="writes">What to write.</param>
    /// <param name="serve">Waits until it is known how it ends, and ends it.</param>
    /// <param name="cancellationToken">Asks for an early end, before it has begun.</param>
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

    /// <summary>Writes inside a transaction that goes on whatever the answer is.</summary>
    public static StoreAnswer WriteAlone(SqliteSession session, PendingWrite write)
    {
        session["SavepointBegin"].Run();
        bool isDone = false;
        try
        {
            StoreAnswer answer = write.Write(session);
            isDone = answer.Outcome == StoreOutcome.Done;
            return answer;
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
            StoreAnswer answer = write.Write(session);
            if (answer.Outcome != StoreOutcome.Done)
            {
                throw write.RefusedBy(answer, _options.Reporter);
            }
        }

        end(session);
    }
}
