using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Loads instances that are free, in the same transaction as what is written. What cannot be locked like that, for whatever reason, is left to <see cref="ServerLoading"/>, which finds the reason.
/// Each load has an id of its own in its row, so that what is lost of a flush can be given back without what was loaded. Thread-safe.
/// </summary>
internal sealed class ServerLoads(ServerDatabase database, ServerDefinitions definitions, LostLoads lost)
{
    /// <summary>Gives back what earlier loads of the same owners have locked and lost. It comes before the loads are sent.</summary>
    public async Task UndoLostAsync(DbConnection connection, IReadOnlyList<ServerLoad> loads)
    {
        foreach (SqlOwner owner in loads.Select(load => load.Request.Owner).Distinct())
        {
            await lost.UndoAsync(connection, owner, CancellationToken.None).ConfigureAwait(false);
        }
    }

    /// <summary>Adds the statements, one for each owner. Their rows begin with the place of the load; the first load has the place that is given.</summary>
    public void Add(ServerCall call, IReadOnlyList<ServerLoad> loads, int firstPlace)
    {
        foreach (IGrouping<SqlOwner, (int Place, ServerLoad Load)> group in loads.Select((load, number) => (Place: firstPlace + number, Load: load)).GroupBy(load => load.Load.Request.Owner))
        {
            SqlOwner owner = group.Key;
            (int Place, ServerLoad Load)[] byId = [.. group.Where(load => load.Load.Request.InstanceId is not null)], byKey = [.. group.Where(load => load.Load.Request.InstanceId is null)];
            call.Add("LoadFree")
                .Set("@places", Array.ConvertAll(byId, load => load.Place))
                .Set("@ids", Array.ConvertAll(byId, load => load.Load.InstanceId))
                .Set("@loads", Array.ConvertAll(byId, load => load.Load.Id))
                .Set("@key_places", Array.ConvertAll(byKey, load => load.Place))
                .Set("@keys", Array.ConvertAll(byKey, load => load.Load.InstanceId))
                .Set("@key_loads", Array.ConvertAll(byKey, load => load.Load.Id))
                .Set("@owner", owner.Sid)
                .Set("@owner_id", owner.Id)
                .Set("@definitions", definitions.Of(owner.Options, isAdmitted: true));
        }
    }

    /// <summary>Reads the row of an instance that was locked; null: it cannot be read, and is given back before it is loaded alone.</summary>
    public StoreAnswer? Read(DbDataReader reader, ServerLoad load)
    {
        try
        {
            LoadedInstance loaded = FoundRow.LoadedOf(database, reader, reader.GetGuid(1), 3);
            WorkflowIdentity? identity = definitions.IdentityOf(reader.GetInt32(2));
            return new StoreAnswer(StoreOutcome.Done) { InstanceId = loaded.InstanceId, Identity = identity, Loaded = loaded with { Identity = identity } };
        }
        catch (Exception failure) when (!database.Failures.IsUnanswered(failure))
        {
            // A row that cannot be read keeps no other one from its caller.
            lost.Add(load.Request.Owner, load.Id);
            return null;
        }
    }

    /// <summary>Keeps the ids of loads that were sent and have failed, if they can have locked something.</summary>
    public void Lose(IReadOnlyList<ServerLoad> loads, Exception failure)
    {
        if (lost.CanHaveLocked(failure))
        {
            foreach (ServerLoad load in loads)
            {
                lost.Add(load.Request.Owner, load.Id);
            }
        }
    }
}
