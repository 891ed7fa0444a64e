namespace Workflow.Persistence.Sql;

/// <summary>The time during which a transaction has the writing thread and its connection to itself: from its promise to commit until its end.</summary>
internal sealed class SqliteHold
{
    private readonly object _gate = new();
    private Action<SqliteSession>? _end;

    /// <summary>Says how the transaction ends; only the first call counts.</summary>
    public void End(Action<SqliteSession> end)
    {
        lock (_gate)
        {
            _end ??= end;
            Monitor.Pulse(_gate);
        }
    }

    /// <summary>Waits on the writing thread until it is known how the transaction ends, and ends it. The transaction manager always decides.</summary>
    public void Serve(SqliteSession session)
    {
        lock (_gate)
        {
            while (_end is null)
            {
#pragma warning disable RS0030 // The writing thread of SQLite, which has nothing else to do: the transaction has the only write lock of the file.
                Monitor.Wait(_gate);
#pragma warning restore RS0030
            }
        }

        _end(session);
    }
}
