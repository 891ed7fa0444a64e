using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Manages owners and their leases, and releases the instances of owners that have ended. Thread-safe.</summary>
internal sealed class ServerOwners(ServerDatabase database, SqlInstanceStoreOptions options, TimeSpan leaseTime)
{
    /// <summary>The maximum number of instances that one transaction releases from ended owners, so that other calls do not wait long for it.</summary>
    private const int AbandonLimit = 1000;

    private long _lastOrphans = options.TimeProvider.GetTimestamp();

    private readonly EndedProcesses _processes = new(options.DetectsEndedProcesses, options.LeaseRenewalPeriod, options.TimeProvider);

    public async Task<SqlOwner> CreateAsync(DbConnection connection, InstanceOwnerOptions owner, CancellationToken cancellationToken)
    {
        Guid id = Guid.NewGuid();
        ServerStatement create = new(
            "OwnerCreate",
            new
            {
                owner_id = id,
                name = StorableText.ForDisplay(owner.Name),
                machine = Environment.MachineName,
                max_failures = owner.MaxFailures,
                lease = StoreTime.Of(leaseTime),
                process = _processes.Current,
            });
        List<long> sid = await database.QueryAsync<long>(connection, create, cancellationToken).ConfigureAwait(false);
        return new SqlOwner(id, sid[0], owner, options.TimeProvider, options.Opened) { RenewalPeriod = options.LeaseRenewalPeriod };
    }

    public async Task<StoreOutcome> RenewAsync(DbConnection connection, SqlOwner owner, CancellationToken cancellationToken) =>
        (await database.QueryAsync<long>(connection, Renewal(owner), cancellationToken).ConfigureAwait(false)).Count == 1
            ? StoreOutcome.Done
            : StoreOutcome.OwnerGone;

    /// <summary>Renews a lease on the thread of the caller.</summary>
    public StoreOutcome Renew(DbConnection connection, SqlOwner owner) =>
        database.Query<long>(connection, Renewal(owner)).Count == 1 ? StoreOutcome.Done : StoreOutcome.OwnerGone;

    public Task EndAsync(DbConnection connection, SqlOwner owner, CancellationToken cancellationToken) =>
        database.ExecuteAsync(connection, new ServerStatement("OwnerEnd", new { owner = owner.Sid, owner_id = owner.Id }), cancellationToken);

    /// <summary>Removes the row of an owner that holds no locks.</summary>
    public Task RemoveAsync(DbConnection connection, SqlOwner owner, CancellationToken cancellationToken) =>
        database.ExecuteAsync(connection, new ServerStatement("OwnerRemove", new { owner = owner.Sid, owner_id = owner.Id }), cancellationToken);

    /// <summary>True if the periodic check for locks without an owner row is due.</summary>
    public bool AreOrphansDue => options.TimeProvider.GetElapsedTime(Volatile.Read(ref _lastOrphans)) >= options.LeaseRenewalPeriod;

    /// <summary>Ends the leases of owners whose processes on this machine have ended, at the first call and once in each period.</summary>
    public async Task EndOwnersOfEndedProcessesAsync(DbConnection connection, CancellationToken cancellationToken)
    {
        if (!_processes.IsDue)
        {
            return;
        }

        List<string> processes = await database
            .QueryAsync<string>(connection, new ServerStatement("OwnerProcesses", new { machine = Environment.MachineName }), cancellationToken)
            .ConfigureAwait(false);
        foreach (string ended in processes.Where(OwnerProcess.HasEnded))
        {
            await database.ExecuteAsync(connection, new ServerStatement("OwnersDied", new { process = ended }), cancellationToken).ConfigureAwait(false);
        }

        _processes.Checked();
    }

    /// <summary>Releases the instances of owners whose leases have expired; returns true if any instance was released.</summary>
    public async Task<bool> EndExpiredAsync(DbConnection connection, CancellationToken cancellationToken)
    {
        bool hasAny = await AbandonAsync(connection, "OwnersAbandon", cancellationToken).ConfigureAwait(false);
        await database.ExecuteAsync(connection, new ServerStatement("OwnersForget") { UsesIndexPlans = true }, cancellationToken).ConfigureAwait(false);
        long last = Volatile.Read(ref _lastOrphans);
        if (AreOrphansDue && Interlocked.CompareExchange(ref _lastOrphans, options.TimeProvider.GetTimestamp(), last) == last)
        {
            hasAny |= await AbandonAsync(connection, "OrphansAbandon", cancellationToken).ConfigureAwait(false);
        }

        return hasAny;
    }

    private ServerStatement Renewal(SqlOwner owner) => new("OwnerRenew", new { owner = owner.Sid, owner_id = owner.Id, lease = StoreTime.Of(leaseTime) });

    private async Task<bool> AbandonAsync(DbConnection connection, string statement, CancellationToken cancellationToken)
    {
        ServerStatement abandon = new(statement, new { limit = AbandonLimit }) { UsesIndexPlans = true };
        bool hasAny = false;
        while (true)
        {
            int count = (await database.QueryAsync<long>(connection, abandon, cancellationToken).ConfigureAwait(false)).Count;
            hasAny |= count > 0;
            if (count < AbandonLimit)
            {
                return hasAny;
            }
        }
    }
}
