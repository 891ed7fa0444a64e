namespace Workflow.Persistence.Sql;

/// <summary>The statements of saves and unlocks on SQL Server. Thread-safe.</summary>
internal sealed class SqlServerSaving(ServerDatabase database, TimeProvider clock) : ServerSaving(database)
{
    /// <summary>
    /// Returns true, because the procedure itself locks the rows, and one additional result precedes that of the procedure, like that of a lock statement.
    /// </summary>
    protected override bool AddLock(ServerCall call, IReadOnlyList<ServerWrite> writes) => true;

    protected override bool AddAll(ServerCall call, IReadOnlyList<(int Index, ServerWrite Write)> writes)
    {
        int kinds = writes.Aggregate(0, (kinds, write) => kinds | KindOf(write.Write));
        if (kinds == 0)
        {
            call.Add("Nothing");
            return false;
        }

        using SqlServerRows rows = new();
        foreach ((int index, ServerWrite write) in writes)
        {
            rows.Add(index, write, clock);
        }

        rows.SetIn((SqlServerCall)call.Add("SaveBatch").Set("@kinds", kinds));
        return true;
    }

    /// <summary>Returns the bit that the procedure uses for the kind of the call; zero if there is nothing to write.</summary>
    private static int KindOf(ServerWrite write) => write switch
    {
        ServerSave { LockVersion: 0, Deletes: true, RequestId: null } => 0,
        ServerSave { LockVersion: 0, Deletes: true } => 64,
        ServerSave { LockVersion: 0 } => 1,
        ServerSave { Deletes: false } => 2,
        ServerSave => 4,
        ServerUnlock { Request.Failure: null } => 8,
        ServerUnlock { Request.Suspends: true } => 32,
        _ => 16,
    };
}
