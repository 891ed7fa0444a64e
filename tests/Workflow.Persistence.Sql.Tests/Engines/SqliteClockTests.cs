using Workflow.Testing;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Tests of two hosts on one file, of which one changes its clock. Neither host ends the owner of the other, and no instance fails.</summary>
public sealed class SqliteClockTests : IAsyncDisposable
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(30);

    private static readonly InstanceOwnerOptions Options = new() { Filter = WorkflowIdentityFilter.Any, MaxFailures = 1 };

    private readonly SqliteFile _file = new();
    private readonly VirtualTimeProvider _time = new();

    private static CancellationToken None => CancellationToken.None;

    public ValueTask DisposeAsync() => _file.DisposeAsync();

    [Theory]
    [InlineData(3 * 24 * 60)]
    [InlineData(-3 * 24 * 60)]
    [InlineData(5)]
    [InlineData(-5)]
    [InlineData(365 * 24 * 60)]
    public async Task Clock_Changed_EndsOnlyOwnOwner(int minutes)
    {
        SetClock clock = new(_time);
        Host set = await HostAsync(clock), other = await HostAsync(_time);
        Guid[] ids = [await SavedAsync(set), await SavedAsync(set)];
        StoredInstance mine = await set.Store.LoadAsync(set.Owner, InstanceLoad.ById(ids[0]), None);
        StoredInstance others = await other.Store.LoadAsync(other.Owner, InstanceLoad.ById(ids[1]), None);
        InstanceOwner before = set.Owner;
        await PassAsync(set, other);
        clock.Offset = TimeSpan.FromMinutes(minutes);
        for (int i = 0; i < 20; i++)
        {
            await PassAsync(set, other);
        }

        Assert.InRange(set.Losses, 0, 1);
        Assert.Equal(0, other.Losses);
        await other.Store.SaveAsync(other.Owner, Save(others.InstanceId, others.LockVersion), None);
        if (set.Losses == 1)
        {
            // The lock of the previous owner is no longer valid, no matter which owner holds the instance now.
            await Assert.ThrowsAsync<InstanceOwnerException>(() => set.Store.SaveAsync(before, Save(mine.InstanceId, mine.LockVersion), None));
            mine = (await set.Store.TryLoadRunnableAsync(set.Owner, default, None))!;
            Assert.Equal(ids[0], mine.InstanceId);
        }

        await set.Store.SaveAsync(set.Owner, Save(mine.InstanceId, mine.LockVersion), None);
        Assert.Equal(
            [0L, 0L, 0L, null],
            Assert.Single(_file.Read("SELECT sum(attempts), sum(suspicion), sum(suspended), max(last_error) FROM workflow_instances")));

        // The clock returns to the correct time, and both hosts continue.
        clock.Offset = TimeSpan.Zero;
        for (int i = 0; i < 10; i++)
        {
            await PassAsync(set, other);
        }

        Assert.InRange(set.Losses, 0, 2);
        Assert.Equal(0, other.Losses);
    }

    [Theory]
    [InlineData(-3 * 24 * 60)]
    [InlineData(-5)]
    public async Task Owner_DiesWithDifferentClock_EndsAfterLeaseTime(int minutes)
    {
        Host other = await HostAsync(_time);
        Guid id = await SavedAsync(other);
        await PassAsync(other);
        Host doomed = await HostAsync(new SetClock(_time) { Offset = TimeSpan.FromMinutes(minutes) });
        await doomed.Store.LoadAsync(doomed.Owner, InstanceLoad.ById(id), None);
        Assert.Null(await other.Store.TryLoadRunnableAsync(other.Owner, default, None));
        await PassAsync(other);
        Assert.Null(await other.Store.TryLoadRunnableAsync(other.Owner, default, None));
        await PassAsync(other);
        await PassAsync(other);
        Assert.Equal(id, (await other.Store.TryLoadRunnableAsync(other.Owner, default, None))?.InstanceId);
        Assert.Equal([0L, 1L], Assert.Single(_file.Read("SELECT attempts, suspicion FROM workflow_instances")));
    }

    private static InstanceSave Save(Guid id, long version) =>
        new() { InstanceId = id, LockVersion = version, State = new byte[] { 1 }, Status = InstanceStatus.Idle };

    private static async Task<Guid> SavedAsync(Host host)
    {
        Guid id = Guid.NewGuid();
        await host.Store.SaveAsync(
            host.Owner,
            new InstanceSave { InstanceId = id, State = new byte[] { 1 }, Status = InstanceStatus.Executing, Unlock = true },
            None);
        return id;
    }

    private async Task<Host> HostAsync(TimeProvider clock)
    {
        SqlInstanceStore store = await _file.StoreAsync(new SqlInstanceStoreOptions { TimeProvider = clock, LeaseRenewalPeriod = Period });
        return new Host(store, await store.CreateOwnerAsync(Options, None));
    }

    /// <summary>
    /// Advances the time by one renewal period, and renews all owners. A host that has lost its owner deletes the owner and creates another one, as the
    /// service does.
    /// </summary>
    private async Task PassAsync(params Host[] hosts)
    {
        _time.Advance(Period);
        foreach (Host host in hosts)
        {
            try
            {
                await host.Store.RenewOwnerAsync(host.Owner, None);
            }
            catch (InstanceOwnerException)
            {
                host.Losses++;
                await host.Store.DeleteOwnerAsync(host.Owner, None);
                host.Owner = await host.Store.CreateOwnerAsync(Options, None);
            }
        }
    }

    private sealed class Host(SqlInstanceStore store, InstanceOwner owner)
    {
        public SqlInstanceStore Store { get; } = store;

        public InstanceOwner Owner { get; set; } = owner;

        public int Losses { get; set; }
    }

    /// <summary>A clock whose time can be changed. The change does not affect its timestamps and timers.</summary>
    private sealed class SetClock(TimeProvider time) : TimeProvider
    {
        public TimeSpan Offset { get; set; }

        public override long TimestampFrequency => time.TimestampFrequency;

        public override DateTimeOffset GetUtcNow() => time.GetUtcNow() + Offset;

        public override long GetTimestamp() => time.GetTimestamp();

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            time.CreateTimer(callback, state, dueTime, period);
    }
}
