namespace Workflow.Persistence.Sql;

/// <summary>A thread for the creation of the schema. The work opens its own connection, and the thread ends with the work.</summary>
internal sealed class SqliteSetup(SqliteDatabase database) : SqliteThread("Workflow SQLite schema")
{
    protected override bool Fits(List<SqliteWork> batch, SqliteWork next) => false;

    protected override void Process(List<SqliteWork> batch)
    {
        try
        {
            batch[0].Execute(null!);
        }
        catch (Exception failure)
        {
            batch[0].Fail(SqliteFailures.Translate(failure, database.File));
            return;
        }

        batch[0].Succeed();
    }

    protected override void Close()
    {
    }
}
