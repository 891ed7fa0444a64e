namespace Workflow.Persistence.Sql;

/// <summary>
/// The reading thread. It reads committed data and never waits for the writer. All statements of one call read the same commits: otherwise, an instance could
/// be returned with its status before a save and its bookmarks after it.
/// </summary>
internal sealed class SqliteReader(SqliteDatabase database) : SqliteThread("Workflow SQLite reader")
{
    private SqliteSession? _session;

    protected override bool Fits(List<SqliteWork> batch, SqliteWork next) => false;

    protected override void Process(List<SqliteWork> batch)
    {
        SqliteWork work = batch[0];
        try
        {
            _session ??= database.OpenChecked();
            _session.Now = database.Now;
            _session.BeginRead();
            work.Execute(_session);
            _session.Commit();
        }
        catch (Exception failure)
        {
            Undo(failure);
            work.Fail(SqliteFailures.Translate(failure, database.File));
            return;
        }

        work.Succeed();
    }

    protected override void Close()
    {
        _session?.Dispose();
        _session = null;
    }

    /// <summary>Leaves no transaction open, because the connection would read the same commits for ever.</summary>
    private void Undo(Exception failure)
    {
        try
        {
            if (SqliteFailures.KeepsConnection(failure))
            {
                _session?.Rollback();
                return;
            }
        }
        catch (Exception)
        {
            // The first failure is reported, not this one.
        }

        database.Reporter.ConnectionBroken(failure);
        Close();
    }
}
