using System.Collections.Concurrent;
using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Manages owners and their leases, and releases the instances of owners that have ended. Called inside write transactions.</summary>
internal sealed class SqliteOwners(SqliteDatabase database, SqlInstanceStoreOptions options, TimeSpan leaseTime)
{
    /// <summary>The maximum number of instances that one transaction releases from an ended owner, so that other calls do not wait long for it.</summary>
    private const int AbandonLimit = 1000;

    /// <summary>The longest valid remaining lease time. A later end is damaged data. Must match the value in the SQL statements.</summary>
    private static readonly long LongestLease = StoreTime.Of(TimeSpan.FromDays(2));

    /// <summary>The lease end of an owner that its process has deleted. Must match the value in the statement 'OwnerEnd'.</summary>
    public const long Deleted = 0;

    /// <summary>The time for which an owner that holds a damaged row is skipped.</summary>
    private static readonly long SkipTime = StoreTime.Of(TimeSpan.FromMinutes(1));

    /// <summary>The ended owners that hold damaged rows, and the times until which they are skipped.</summary>
    private readonly ConcurrentDictionary<long, long> _unreleased = [];

    private readonly SqliteLeases _leases = new(options.TimeProvider, leaseTime);

    private int _hasChanged;

    private readonly EndedProcesses _processes = new(options.DetectsEndedProcesses, options.LeaseRenewalPeriod, options.TimeProvider);

    /// <summary>Returns true if owners have ended and released instances since the last call.</summary>
    public bool TakeChanged() => Interlocked.Exchange(ref _hasChanged, 0) == 1;

    public long Create(SqliteSession session, Guid id, InstanceOwnerOptions owner) => session.Query<long>(
        "OwnerCreate",
        new
        {
            owner_id = id.ToString(),
            name = StorableText.ForDisplay(owner.Name),
            machine = Environment.MachineName,
            max_failures = owner.MaxFailures,
            lease_until = LeaseFrom(session.Now),
            process = _processes.Current,
        })[0];

    /// <summary>Ends the owners whose processes on this machine have ended, at the first call and once in each period.</summary>
    public void EndOwnersOfEndedProcesses(SqliteSession session)
    {
        if (!_processes.IsDue)
        {
            return;
        }

        bool hasAny = false;
        List<string> processes = session.Query<string>("OwnerProcesses", new { machine = Environment.MachineName, now = session.Now });
        foreach (string ended in processes.Where(OwnerProcess.HasEnded))
        {
            hasAny |= session.Execute("OwnersDied", new { process = ended, now = session.Now }) > 0;
        }

        if (hasAny)
        {
            EndExpired(session);
        }

        _processes.Checked();
    }

    public StoreOutcome Renew(SqliteSession session, SqlOwner owner) =>
        WithOwner(session["OwnerRenew"], session, owner).Set("@lease_until", LeaseFrom(session.Now)).Run() == 1 ? StoreOutcome.Done : StoreOutcome.OwnerGone;

    /// <summary>Renews a lease in a transaction that has held the file since a time at which the lease was valid.</summary>
    public void Extend(SqliteSession session, SqlOwner owner, long since) =>
        session.Execute("OwnerExtend", new { owner = owner.Sid, owner_id = owner.Id.ToString(), now = since, lease_until = LeaseFrom(database.Now) });

    /// <summary>Returns true if the lease of an owner was valid at a time.</summary>
    public static bool WasValid(SqliteSession session, SqlOwner owner, long at) =>
        session.Query<long>("OwnerIsValid", new { owner = owner.Sid, owner_id = owner.Id.ToString(), now = at }).Count > 0;

    public void Delete(SqliteSession session, SqlOwner owner)
    {
        session.Execute("OwnerEnd", new { owner = owner.Sid, owner_id = owner.Id.ToString() });
        EndExpired(session);
    }

    /// <summary>Removes the row of an owner that holds no locks.</summary>
    public static void Remove(SqliteSession session, SqlOwner owner) => session.Execute("OwnerForget", new { owner = owner.Sid });

    public static bool IsValid(SqliteSession session, SqlOwner owner) => WithOwner(session["OwnerIsValid"], session, owner).ReadValue() is not null;

    /// <summary>Sets the parameters by which statements check an owner.</summary>
    public static SqliteStatement WithOwner(SqliteStatement statement, SqliteSession session, SqlOwner owner) =>
        statement.Set("@owner", owner.Sid).Set("@owner_id", owner.Id.ToString()).Set("@now", session.Now);

    /// <summary>
    /// Ends the owners whose leases have expired. An owner with very many instances loses the rest in later transactions; until then, loads release its
    /// instances one by one.
    /// </summary>
    public void EndExpired(SqliteSession session)
    {
        _leases.BeginCheck();
        foreach (Lease gone in Expired(session))
        {
            if (_leases.IsOver(gone.Sid, gone.Until, session.Now)
                && !(_unreleased.TryGetValue(gone.Sid, out long until) && until > session.Now))
            {
                End(session, gone);
            }
        }

        _leases.EndCheck();
    }

    /// <summary>Releases instances whose owner row is missing. The store itself never causes this state, but it must not lock the instances forever.</summary>
    public void EndOrphans(SqliteSession session)
    {
        List<(long Sid, long Owner)> orphans = [];
        using (DbDataReader reader = session["OwnerOrphans"].Set("@limit", (long)AbandonLimit).Read())
        {
            while (reader.Read())
            {
                if (reader.GetValue(1) is long owner)
                {
                    orphans.Add((reader.GetInt64(0), owner));
                }
            }
        }

        foreach ((long sid, long owner) in orphans)
        {
            TryAbandonOne(session, sid, Unknown(owner));
        }
    }

    /// <summary>Returns the owner of a lock if its lease is valid; null if the owner has ended. In that case, the instance was released.</summary>
    public (Guid Id, string Name)? HolderOf(SqliteSession session, long sid, Guid instanceId, long holder)
    {
        Lease? lease = null;
        using (DbDataReader reader = session["OwnerOfLock"].Set("@owner", holder).Read())
        {
            if (reader.Read())
            {
                lease = LeaseOf(reader, holder);
            }
        }

        if (lease is { } held
            && ((held.Until > session.Now && held.Until < session.Now + LongestLease) || !_leases.IsOver(holder, held.Until, session.Now)))
        {
            return (held.Id, held.Name);
        }

        Abandoning(session["OwnerAbandonOne"], session, lease ?? Unknown(holder)).Set("@sid", sid).RunOn(instanceId);
        return null;
    }

    private void End(SqliteSession session, Lease gone)
    {
        try
        {
            Abandoning(session["OwnerAbandon"], session, gone).Set("@limit", (long)AbandonLimit).RunOn(Guid.Empty);
        }
        catch (SnapshotException)
        {
            AbandonOneByOne(session, gone);
        }

        if (session.Execute("OwnerForget", new { owner = gone.Sid }) == 1)
        {
            _leases.Forget(gone.Sid);
        }

        Interlocked.Exchange(ref _hasChanged, 1);
    }

    private SqliteStatement Abandoning(SqliteStatement statement, SqliteSession session, Lease gone) => statement
        .Set("@owner", gone.Sid)
        .Set("@max_failures", gone.MaxFailures)
        .Set("@has_died", gone.Until == Deleted ? 0L : 1L)
        .Set("@failure", $"The owner '{gone.Name}' ({gone.Id}) disappeared before it saved the instance.")
        .Set("@turn", database.NextQueueOrder(session.Now))
        .Set("@now", session.Now);

    /// <summary>
    /// Releases the instances of an owner one by one, because one of the rows is damaged. A damaged row remains locked and is skipped for a while.
    /// </summary>
    private void AbandonOneByOne(SqliteSession session, Lease gone)
    {
        foreach (long sid in session.Query<long>("OwnerHolds", new { owner = gone.Sid, limit = AbandonLimit }))
        {
            if (!TryAbandonOne(session, sid, gone))
            {
                _unreleased[gone.Sid] = session.Now + SkipTime;
            }
        }
    }

    /// <summary>Releases one instance; false if its row is damaged.</summary>
    private bool TryAbandonOne(SqliteSession session, long sid, Lease gone)
    {
        try
        {
            Abandoning(session["OwnerAbandonOne"], session, gone).Set("@sid", sid).RunOn(Guid.Empty);
            return true;
        }
        catch (SnapshotException)
        {
            return false;
        }
    }

    private static Lease Unknown(long sid) => new(sid, Guid.Empty, string.Empty, int.MaxValue, Deleted);

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

    /// <summary>Reads a lease. Damaged columns count as empty, so that the instances of the owner can be released nevertheless.</summary>
    private static Lease LeaseOf(DbDataReader reader, long sid) => new(
        sid,
        Guid.TryParse(reader["owner_id"] as string, out Guid id) ? id : Guid.Empty,
        reader["name"] as string ?? string.Empty,
        reader["max_failures"] is long and > 0 and <= int.MaxValue ? (long)reader["max_failures"] : int.MaxValue,
        reader["lease_until"] as long? ?? 0);

    private long LeaseFrom(long now) => now + StoreTime.Of(leaseTime);

    private sealed record Lease(long Sid, Guid Id, string Name, long MaxFailures, long Until);
}
