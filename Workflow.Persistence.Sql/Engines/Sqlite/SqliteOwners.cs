using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Owners, their leases, and what becomes of the instances of those that are gone. Called inside write transactions.</summary>
internal sealed class SqliteOwners(SqliteDatabase database, TimeSpan leaseTime)
{
    /// <summary>How many instances one transaction takes from an owner that is gone, so that others do not wait for it.</summary>
    private const int AbandonLimit = 1000;

    /// <summary>A lease that ends later is damaged; the statements say the same.</summary>
    private static readonly long LongestLease = StoreTime.Of(TimeSpan.FromDays(2));

    private int _hasChanged;

    /// <summary>Whether owners have gone since the last call, and left something behind.</summary>
    public bool TakeChanged() => Interlocked.Exchange(ref _hasChanged, 0) == 1;

    public long Create(SqliteSession session, Guid id, InstanceOwnerOptions owner) => (long)session["OwnerCreate"]
        .Set("@owner_id", id.ToString())
        .Set("@name", owner.Name)
        .Set("@machine", Environment.MachineName)
        .Set("@max_failures", (long)owner.MaxFailures)
        .Set("@lease_until", LeaseFrom(session.Now))
        .ReadValue()!;

    public StoreOutcome Renew(SqliteSession session, SqlOwner owner) =>
        Named(session["OwnerRenew"], session, owner).Set("@lease_until", LeaseFrom(session.Now)).Run() == 1 ? StoreOutcome.Done : StoreOutcome.OwnerGone;

    public void Delete(SqliteSession session, SqlOwner owner)
    {
        session["OwnerEnd"].Set("@owner", owner.Sid).Set("@owner_id", owner.Id.ToString()).Run();
        EndExpired(session);
    }

    public static bool IsValid(SqliteSession session, SqlOwner owner) => Named(session["OwnerIsValid"], session, owner).ReadValue() is not null;

    /// <summary>Sets the parameters by which statements check an owner.</summary>
    public static SqliteStatement Named(SqliteStatement statement, SqliteSession session, SqlOwner owner) =>
        statement.Set("@owner", owner.Sid).Set("@owner_id", owner.Id.ToString()).Set("@now", session.Now);

    /// <summary>Ends the owners whose leases are over. One with very many instances loses the rest in later transactions; until then, loads take them from it one by one.</summary>
    public void EndExpired(SqliteSession session)
    {
        foreach (Lease gone in Expired(session))
        {
            session["OwnerAbandon"]
                .Set("@owner", gone.Sid)
                .Set("@max_failures", gone.MaxFailures)
                .Set("@failure", Disappeared(gone.Name, gone.Id))
                .Set("@turn", database.NextTurn(session.Now))
                .Set("@now", session.Now)
                .Set("@limit", (long)AbandonLimit)
                .Run();
            session["OwnerForget"].Set("@owner", gone.Sid).Run();
            Interlocked.Exchange(ref _hasChanged, 1);
        }
    }

    /// <summary>The owner of a lock as long as its lease runs; null: it is gone, and the instance has been taken from it.</summary>
    public (Guid Id, string Name)? HolderOf(SqliteSession session, long sid, long holder)
    {
        Lease? lease = null;
        using (DbDataReader reader = session["OwnerOfLock"].Set("@owner", holder).Read())
        {
            if (reader.Read())
            {
                lease = LeaseOf(reader, holder);
            }
        }

        if (lease is { } held && held.Until > session.Now && held.Until < session.Now + LongestLease)
        {
            return (held.Id, held.Name);
        }

        session["OwnerAbandonOne"]
            .Set("@sid", sid)
            .Set("@owner", holder)
            .Set("@max_failures", lease?.MaxFailures ?? int.MaxValue)
            .Set("@failure", Disappeared(lease?.Name ?? string.Empty, lease?.Id ?? Guid.Empty))
            .Set("@turn", database.NextTurn(session.Now))
            .Set("@now", session.Now)
            .Run();
        return null;
    }

    private static List<Lease> Expired(SqliteSession session)
    {
        List<Lease> expired = [];
        using DbDataReader reader = session["OwnersExpired"].Set("@now", session.Now).Read();
        while (reader.Read())
        {
            expired.Add(LeaseOf(reader, (long)reader["owner_sid"]));
        }

        return expired;
    }

    /// <summary>Damaged columns count as empty: what such an owner holds has to come free all the same.</summary>
    private static Lease LeaseOf(DbDataReader reader, long sid) => new(
        sid,
        Guid.TryParse(reader["owner_id"] as string, out Guid id) ? id : Guid.Empty,
        reader["name"] as string ?? string.Empty,
        reader["max_failures"] is long and > 0 and <= int.MaxValue ? (long)reader["max_failures"] : int.MaxValue,
        reader["lease_until"] as long? ?? 0);

    private static string Disappeared(string name, Guid id) => $"The owner '{name}' ({id}) disappeared before it saved the instance.";

    private long LeaseFrom(long now) => now + StoreTime.Of(leaseTime);

    private sealed record Lease(long Sid, Guid Id, string Name, long MaxFailures, long Until);
}
