using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The transactions that have writes of this store. Thread-safe.</summary>
internal sealed class SqliteTransactions(SqliteWriter writer, SqliteDatabase database, SqliteOwners owners, SqlInstanceStoreOptions options, Action changed)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, SqliteEnlistment> _open = [];

    /// <summary>The part of the store in the transaction of the caller; null: the caller has none.</summary>
    /// <exception cref="TransactionException">The transaction has ended.</exception>
    public SqliteEnlistment? OfCaller()
    {
        if (Transaction.Current is not { } ambient)
        {
            return null;
        }

        SqliteEnlistment enlistment;
        lock (_gate)
        {
            string id = ambient.TransactionInformation.LocalIdentifier;
            if (_open.TryGetValue(id, out SqliteEnlistment? known))
            {
                return known;
            }

            enlistment = new SqliteEnlistment(this, id);
            _open.Add(id, enlistment);
        }

        try
        {
            ambient.EnlistVolatile(enlistment, EnlistmentOptions.None);
            return enlistment;
        }
        catch
        {
            Remove(enlistment);
            enlistment.Dispose();
            throw;
        }
    }

    /// <summary>Waits until no other transaction has written an instance.</summary>
    public async Task WaitForOthersAsync(Guid instanceId, SqliteEnlistment? own, CancellationToken cancellationToken)
    {
        while (Find(own, write => write.InstanceId == instanceId) is { } other)
        {
            await other.Ended.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>The answer for a key that another transaction has added and not committed; null: there is none.</summary>
    public StoreAnswer? FindTaken(SaveRequest request, SqliteEnlistment? own)
    {
        foreach (Guid key in request.KeysToAdd)
        {
            PendingWrite? other = null;
            Find(own, write => write.InstanceId != request.InstanceId && write.Keys.Contains(key) && (other = write) is not null);
            if (other is not null)
            {
                return new StoreAnswer(StoreOutcome.KeyTaken) { Key = key, InstanceId = other.InstanceId };
            }
        }

        return null;
    }

    /// <summary>
    /// Waits for commits that callers may count on, so that a query sees them. Not for ever: the query may be made by another participant, on whose answer the commit waits.
    /// </summary>
    public async Task WaitForCommitsAsync(CancellationToken cancellationToken)
    {
        Task[] committing;
        lock (_gate)
        {
            committing = _open.Count == 0 ? [] : [.. _open.Values.Where(transaction => transaction.IsCommitting).Select(transaction => transaction.Ended)];
        }

        if (committing.Length > 0)
        {
            using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            Task all = Task.WhenAll(committing), timeout = Task.Delay(options.CommandTimeout, options.TimeProvider, limit.Token);
            await Task.WhenAny(all, timeout).ConfigureAwait(false);
            await limit.CancelAsync().ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    /// <summary>Writes and undoes it, to know the answer.</summary>
    public Task<StoreAnswer> TryAsync(IReadOnlyList<PendingWrite> before, PendingWrite write, CancellationToken cancellationToken) => writer.RunAsync(
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
        await writer.RunAsync(work, CancellationToken.None).ConfigureAwait(false);
        changed();
    }

    /// <summary>Writes everything on a connection of its own, which has the file until the transaction ends.</summary>
    /// <param name="writes">What to write.</param>
    /// <param name="serve">Waits until it is known how it ends, and ends it.</param>
    /// <param name="cancellationToken">Asks for an early end, before it has begun.</param>
    public async Task LendAsync(IReadOnlyList<PendingWrite> writes, Action<SqliteSession> serve, CancellationToken cancellationToken)
    {
        SqliteWork<bool> work = new(_ =>
        {
            using SqliteSession session = database.OpenChecked();
            Write(session, writes, serve);
            return true;
        })
        { IsAlone = true };
        await writer.RunAsync(work, cancellationToken).ConfigureAwait(false);
        changed();
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

    public void Remove(SqliteEnlistment transaction)
    {
        lock (_gate)
        {
            _open.Remove(transaction.Id);
        }
    }

    private void Write(SqliteSession session, IReadOnlyList<PendingWrite> writes, Action<SqliteSession> end)
    {
        session.Begin();
        session.Now = database.Now;
        owners.EndExpired(session);
        foreach (PendingWrite write in writes)
        {
            StoreAnswer answer = write.Write(session);
            if (answer.Outcome != StoreOutcome.Done)
            {
                throw Refused(write, answer);
            }
        }

        end(session);
    }

    private static Exception Refused(PendingWrite write, StoreAnswer answer) => answer.Outcome == StoreOutcome.KeyTaken
        ? AnswerFailures.OfWrite(answer, write.Owner, write.InstanceId, write.LockVersion)
        : new InstanceLockLostException(
            $"The lock of the instance '{write.InstanceId}' was lost before the transaction could commit; load the instance again.", write.InstanceId);

    private SqliteEnlistment? Find(SqliteEnlistment? own, Predicate<PendingWrite> condition)
    {
        lock (_gate)
        {
            return _open.Count == 0 ? null : _open.Values.FirstOrDefault(other => other != own && other.Writes.Any(write => condition(write)));
        }
    }
}
