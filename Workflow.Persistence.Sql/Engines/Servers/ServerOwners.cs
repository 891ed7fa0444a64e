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
        ServerCall call = database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            call.Add("OwnerCreate")
                .Set("@owner_id", id)
                .Set("@name", StorableText.ForPeople(owner.Name))
                .Set("@machine", Environment.MachineName)
                .Set("@max_failures", owner.MaxFailures)
                .Set("@lease", StoreTime.Of(leaseTime))
                .Set("@process", _processes.Current);
            List<long> sid = await call.ReadColumnAsync<long>(cancellationToken).ConfigureAwait(false);
            return new SqlOwner(id, sid[0], owner, options.LeaseRenewalPeriod, options.TimeProvider, options.Opened);
        }
    }

    public async Task<StoreOutcome> RenewAsync(DbConnection connection, SqlOwner owner, CancellationToken cancellationToken)
    {
        ServerCall call = database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            call.Add("OwnerRenew").Set("@owner", owner.Sid).Set("@owner_id", owner.Id).Set("@lease", StoreTime.Of(leaseTime));
            return (await call.ReadColumnAsync<long>(cancellationToken).ConfigureAwait(false)).Count == 1 ? StoreOutcome.Done : StoreOutcome.OwnerGone;
        }
    }

    /// <summary>Renews a lease on the thread of the caller.</summary>
    public StoreOutcome Renew(DbConnection connection, SqlOwner owner)
    {
        ServerCall call = database.Call(connection);
        using DbDataReader reader = call
            .Add("OwnerRenew")
            .Set("@owner", owner.Sid)
            .Set("@owner_id", owner.Id)
            .Set("@lease", StoreTime.Of(leaseTime))
            .Read();
        return reader.Read() ? StoreOutcome.Done : StoreOutcome.OwnerGone;
    }

    public async Task EndAsync(DbConnection connection, SqlOwner owner, CancellationToken cancellationToken)
    {
        ServerCall call = database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            await call.Add("OwnerEnd").Set("@owner", owner.Sid).Set("@owner_id", owner.Id).ReadColumnAsync<long>(cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Removes the row of an owner that holds no locks.</summary>
    public async Task RemoveAsync(DbConnection connection, SqlOwner owner, CancellationToken cancellationToken)
    {
        ServerCall call = database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            await call.Add("OwnerRemove").Set("@owner", owner.Sid).Set("@owner_id", owner.Id).ReadColumnAsync<long>(cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>True if the periodic check for locks without an owner row is due.</summary>
    public bool AreOrphansDue => options.TimeProvider.GetElapsedTime(Volatile.Read(ref _lastOrphans)) >= options.LeaseRenewalPeriod;

    /// <summary>Ends the leases of owners whose processes on this machine have ended, at the first call and once in each period.</summary>
    public async Task EndDeadAsync(DbConnection connection, CancellationToken cancellationToken)
    {
        if (!_processes.IsDue)
        {
            return;
        }

        List<string> processes;
        ServerCall look = database.Call(connection);
        await using (look.ConfigureAwait(false))
        {
            processes = await look
                .Add("OwnerProcesses")
                .Set("@machine", Environment.MachineName)
                .ReadColumnAsync<string>(cancellationToken).ConfigureAwait(false);
        }

        foreach (string ended in processes.Where(OwnerProcess.HasEnded))
        {
            ServerCall call = database.Call(connection);
            await using (call.ConfigureAwait(false))
            {
                await call.Add("OwnersDied").Set("@process", ended).ReadColumnAsync<long>(cancellationToken).ConfigureAwait(false);
            }
        }

        _processes.Looked();
    }

    /// <summary>Releases the instances of owners whose leases have expired; returns true if any instance was released.</summary>
    public async Task<bool> EndExpiredAsync(DbConnection connection, CancellationToken cancellationToken)
    {
        bool hasAny = await AbandonAsync(connection, "OwnersAbandon", cancellationToken).ConfigureAwait(false);
        ServerCall forget = database.Call(connection);
        await using (forget.ConfigureAwait(false))
        {
            await forget.ForIndexes().Add("OwnersForget").ReadColumnAsync<long>(cancellationToken).ConfigureAwait(false);
        }

        long last = Volatile.Read(ref _lastOrphans);
        if (AreOrphansDue && Interlocked.CompareExchange(ref _lastOrphans, options.TimeProvider.GetTimestamp(), last) == last)
        {
            hasAny |= await AbandonAsync(connection, "OrphansAbandon", cancellationToken).ConfigureAwait(false);
        }

        return hasAny;
    }

    private async Task<bool> AbandonAsync(DbConnection connection, string statement, CancellationToken cancellationToken)
    {
        bool hasAny = false;
        while (true)
        {
            ServerCall call = database.Call(connection);
            await using (call.ConfigureAwait(false))
            {
                int count = (await call.ForIndexes()
                    .Add(statement)
                    .Set("@limit", AbandonLimit)
                    .ReadColumnAsync<long>(cancellationToken).ConfigureAwait(false)).Count;
                hasAny |= count > 0;
                if (count < AbandonLimit)
                {
                    return hasAny;
                }
            }
        }
    }
}
