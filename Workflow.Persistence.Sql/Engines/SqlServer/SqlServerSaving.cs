namespace Workflow.Persistence.Sql;

/// <summary>The statements of saves and unlocks. Thread-safe.</summary>
internal sealed class SqlServerSaving(ServerDatabase database, TimeProvider clock) : ServerSaving(database)
{
    protected override bool AddAll(ServerCall call, IReadOnlyList<(int Place, ServerWrite Write)> writes)
    {
        List<string> statements = [];
        AddIf("SaveFirst", write => write is ServerSave { LockVersion: 0, Deletes: false });
        AddIf("SaveLater", write => write is ServerSave { LockVersion: not 0, Deletes: false });
        AddIf("SaveDelete", write => write is ServerSave { LockVersion: not 0, Deletes: true });
        AddIf("Unlock", write => write is ServerUnlock { Request.Failure: null });
        AddIf("UnlockFailed", write => write is ServerUnlock { Request.Failure: not null });
        if (statements.Count == 0)
        {
            call.Add("Nothing");
            return false;
        }

        using SqlServerRows rows = new();
        foreach ((int place, ServerWrite write) in writes)
        {
            rows.Add(place, write, clock);
        }

        rows.SetIn((SqlServerCall)call.Add(["SaveBegin", .. statements, "SaveEnd"]));
        return true;

        void AddIf(string statement, Predicate<ServerWrite> condition)
        {
            if (writes.Any(write => condition(write.Write)))
            {
                statements.Add(statement);
            }
        }
    }
}
