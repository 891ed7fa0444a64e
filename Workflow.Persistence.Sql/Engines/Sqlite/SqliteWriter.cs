namespace Workflow.Persistence.Sql;

/// <summary>
/// The writing thread. One transaction executes all work that has arrived during the previous commit; the thread never waits for more. If work fails, the
/// transaction is rolled back and each half is executed in a separate transaction, so that finally only the work that causes the failure fails.
/// </summary>
internal sealed class SqliteWriter(SqliteDatabase database, SqliteOwners owners, SqlInstanceStoreOptions options) : SqliteThread("Workflow SQLite writer")
{
    private SqliteSession? _session;
    private bool _hasFreedOrphans;

    /// <summary>Closes the connection, so that the next call opens another one.</summary>
    public void Disconnect()
    {
        _session?.Dispose();
        _session = null;
    }

    protected override bool Fits(List<SqliteWork> batch, SqliteWork next) =>
        !next.IsAlone
        && !batch[0].IsAlone
        && batch.Count < options.MaxBatchCount
        && batch.Sum(work => (long)work.Bytes) + next.Bytes <= options.MaxBatchBytes;

    protected override void Process(List<SqliteWork> batch)
    {
        if (batch is [{ IsAlone: true } alone])
        {
            RunAlone(alone);
        }
        else
        {
            Flush(batch);
        }
    }

    protected override void Close() => Disconnect();

    /// <summary>Executes work together, and after a failure each half separately, until only the work that causes the failure is left.</summary>
    private void Flush(List<SqliteWork> works)
    {
        if (!TryFlush(works))
        {
            int half = works.Count / 2;
            Flush(works[..half]);
            Flush(works[half..]);
        }
    }

    /// <summary>Executes work in one transaction and completes its callers; false if one of several failed, and no caller was completed.</summary>
    private bool TryFlush(List<SqliteWork> works)
    {
        bool isInside = false;
        long begin = options.Reporter.BeginFlush();
        try
        {
            _session ??= database.OpenChecked();
            _session.Begin();
            isInside = true;
            _session.Now = database.Now;
            if (works.Exists(work => work.SeesOwners))
            {
                owners.EndExpired(_session);
            }

            if (!_hasFreedOrphans)
            {
                owners.EndOrphans(_session);
            }

            foreach (SqliteWork work in works)
            {
                work.Execute(_session);
            }
        }
        catch (Exception failure)
        {
            Undo(failure, isInside);
            if (works.Count > 1 && isInside)
            {
                return false;
            }

            FailAll(works, failure);
            return true;
        }

        Commit(works, begin);
        return true;
    }

    private void Commit(List<SqliteWork> works, long begin)
    {
        try
        {
            _session!.Commit();
            _hasFreedOrphans = true;
        }
        catch (Exception failure)
        {
            Undo(failure, isInside: true);
            FailAll(works, failure);
            return;
        }

        options.Reporter.EndFlush(works.Count, begin);
        works.ForEach(work => work.Succeed());
    }

    private void RunAlone(SqliteWork work)
    {
        try
        {
            _session ??= database.OpenChecked();
            work.Execute(_session);
        }
        catch (Exception failure)
        {
            Undo(failure, isInside: false);
            work.Fail(SqliteFailures.Translate(failure, database.File));
            return;
        }

        work.Succeed();
    }

    /// <summary>Leaves no transaction open. If the transaction cannot be rolled back, the connection is closed, which rolls it back.</summary>
    private void Undo(Exception failure, bool isInside)
    {
        try
        {
            if (isInside && SqliteFailures.KeepsConnection(failure))
            {
                _session!.Rollback();
                return;
            }
        }
        catch (Exception)
        {
            // The first failure is reported, not this one.
        }

        if (_session is not null)
        {
            options.Reporter.ConnectionBroken(failure);
        }

        Disconnect();
    }

    private void FailAll(List<SqliteWork> works, Exception failure)
    {
        Exception translated = SqliteFailures.Translate(failure, database.File);
        works.ForEach(work => work.Fail(translated));
    }
}
