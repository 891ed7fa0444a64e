namespace Workflow.Persistence.Sql;

/// <summary>The reading thread. It reads committed data and never waits for the writer.</summary>
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
            work.Execute(_session);
        }
        catch (Exception failure)
        {
            if (!SqliteFailures.KeepsConnection(failure))
            {
                database.Reporter.ConnectionBroken(failure);
                Close();
            }

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
}
