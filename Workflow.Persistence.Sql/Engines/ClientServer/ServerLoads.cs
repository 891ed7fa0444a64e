using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Loads unlocked instances in the same transaction as the writes of a flush. An instance that cannot be locked this way, for whatever reason, is left to
/// <see cref="ServerLoading"/>, which determines the reason. Each load writes its own id to the row, so that lost loads of a flush can be released without
/// releasing delivered ones. Thread-safe.
/// </summary>
internal sealed class ServerLoads(ServerDatabase database, ServerDefinitions definitions, UnacknowledgedLoads unacknowledged)
{
    /// <summary>Releases the locks of earlier lost loads of the same owners. Must be called before the loads are sent.</summary>
    public async Task UnlockUnacknowledgedAsync(DbConnection connection, IReadOnlyList<ServerLoad> loads)
    {
        foreach (SqlOwner owner in loads.Select(load => load.Request.Owner).Distinct())
        {
            await unacknowledged.UnlockAsync(connection, owner, CancellationToken.None).ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Adds one statement for each owner. Each result row starts with the batch index of its load; the first load has the given index.
    /// </summary>
    public void Add(ServerCall call, IReadOnlyList<ServerLoad> loads, int firstIndex)
    {
        foreach (IGrouping<SqlOwner, (int Index, ServerLoad Load)> group in loads
            .Select((load, number) => (Index: firstIndex + number, Load: load))
            .GroupBy(load => load.Load.Request.Owner))
        {
            SqlOwner owner = group.Key;
            (int Index, ServerLoad Load)[] byId = [.. group.Where(load => load.Load.Request.InstanceId is not null)],
                byKey = [.. group.Where(load => load.Load.Request.InstanceId is null)];
            call.Add("LoadFree")
                .Set("@places", Array.ConvertAll(byId, load => load.Index))
                .Set("@ids", Array.ConvertAll(byId, load => load.Load.InstanceId))
                .Set("@loads", Array.ConvertAll(byId, load => load.Load.Id))
                .Set("@key_places", Array.ConvertAll(byKey, load => load.Index))
                .Set("@keys", Array.ConvertAll(byKey, load => load.Load.InstanceId))
                .Set("@key_loads", Array.ConvertAll(byKey, load => load.Load.Id))
                .Set("@owner", owner.Sid)
                .Set("@owner_id", owner.Id)
                .Set("@definitions", definitions.Of(owner.Options, isAdmitted: true));
        }
    }

    /// <summary>
    /// Reads the row of a locked instance; null if the row cannot be read. The lock is then released before the instance is loaded separately.
    /// </summary>
    public StoreResult? Read(DbDataReader reader, ServerLoad load)
    {
        try
        {
            LoadedRow loaded = LoadResultRow.LoadedOf(database, reader, reader.GetGuid(1), 3);
            WorkflowIdentity? identity = definitions.IdentityOf(reader.GetInt32(2));
            return new StoreResult(StoreOutcome.Done) { InstanceId = loaded.InstanceId, Identity = identity, Loaded = loaded with { Identity = identity } };
        }
        catch (Exception failure) when (!database.Failures.IsUnanswered(failure))
        {
            // An unreadable row must not prevent the other loads of the flush from reaching their callers.
            unacknowledged.Add(load.Request.Owner, load.Id);
            return null;
        }
    }

    /// <summary>Tracks the ids of failed loads if they may have locked instances.</summary>
    public void TrackUnacknowledged(IReadOnlyList<ServerLoad> loads, Exception failure)
    {
        if (unacknowledged.CanHaveLocked(failure))
        {
            foreach (ServerLoad load in loads)
            {
                unacknowledged.Add(load.Request.Owner, load.Id);
            }
        }
    }
}
