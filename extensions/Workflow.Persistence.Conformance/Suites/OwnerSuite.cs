namespace Workflow.Persistence.Conformance;

/// <summary>Tests of owners and their leases.</summary>
internal sealed class OwnerSuite(TestedStore tested) : StoreSuite(tested)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Owner_Ended_IsRefused(bool expires)
    {
        InstanceOwner owner = await OwnerAsync();
        Guid held = Guid.NewGuid(), free = await SavedAsync(owner, InstanceStatus.Executing);
        long version = await Store.SaveAsync(owner, Save(held), None);
        await GoAsync(owner, expires);

        await GoneAsync(() => Store.RenewOwnerAsync(owner, None));
        await GoneAsync(() => Store.SaveAsync(owner, Save(held, version, 9), None));
        await GoneAsync(() => Store.SaveAsync(owner, Save(Guid.NewGuid()), None));
        await GoneAsync(() => Store.UnlockAsync(owner, InstanceUnlock.Release(held, version), None));
        await GoneAsync(() => Store.LoadAsync(owner, InstanceLoad.ById(free), None));
        await GoneAsync(() => Store.LoadAsync(owner, InstanceLoad.ByKey(Guid.NewGuid()), None));
        await GoneAsync(() => Store.TryLoadRunnableAsync(owner, default, None));
        await GoneAsync(() => Store.WaitForRunnableAsync(owner, None));
        await Store.DeleteOwnerAsync(owner, None);
        Assert.Equal(1, await StateOfAsync(held));

        async Task GoneAsync(Func<Task> call) => Assert.Equal(owner.Id, (await Assert.ThrowsAsync<InstanceOwnerException>(call)).OwnerId);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Owner_Ended_ReleasesInstances(bool expires)
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = Guid.NewGuid();
        long version = await Store.SaveAsync(owner, Save(id), None);
        await GoAsync(owner, expires);
        InstanceOwner successor = await OwnerAsync();
        StoredInstance loaded = await Store.LoadAsync(successor, InstanceLoad.ById(id), None);
        Assert.True(loaded.LockVersion > version);
        await Assert.ThrowsAsync<InstanceOwnerException>(() => Store.SaveAsync(owner, Save(id, version, 9), None));
        await Store.SaveAsync(successor, Save(id, loaded.LockVersion, 2, unlock: true), None);
        Assert.Equal(2, await StateOfAsync(id));
    }

    [Fact]
    public async Task TryRenewOwner_Synchronous_KeepsLease()
    {
        InstanceOwner owner = await OwnerAsync();
        for (int i = 0; i < 5; i++)
        {
            await PassAsync(owner.RenewalPeriod);
            Assert.True(Store.TryRenewOwner(owner));
        }

        Assert.Null(await Store.TryLoadRunnableAsync(owner, default, None));
        await PassAsync(LeaseTime);
        Assert.Equal(owner.Id, Assert.Throws<InstanceOwnerException>(() => Store.TryRenewOwner(owner)).OwnerId);
        Assert.Throws<ArgumentNullException>(() => Store.TryRenewOwner(null!));
    }

    /// <summary>Regression 17: renewal keeps a lease alive beyond its initial duration.</summary>
    [Fact]
    public async Task Lease_Renewed_Continues()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = Guid.NewGuid();
        long version = await Store.SaveAsync(owner, Save(id), None);
        for (int i = 0; i < 5; i++)
        {
            await PassAsync(owner.RenewalPeriod);
            await Store.RenewOwnerAsync(owner, None);
        }

        Assert.True(5 * owner.RenewalPeriod > LeaseTime);
        InstanceOwner other = await OwnerAsync();
        await Assert.ThrowsAsync<InstanceLockedException>(() => Store.LoadAsync(other, InstanceLoad.ById(id), None));
        await Store.SaveAsync(owner, Save(id, version, 2), None);
    }

    [Fact]
    public async Task Lease_Expired_EndsWithoutOtherOwners()
    {
        InstanceOwner owner = await OwnerAsync();
        await PassAsync(LeaseTime);
        await Assert.ThrowsAsync<InstanceOwnerException>(() => Store.RenewOwnerAsync(owner, None));
    }

    [Fact]
    public async Task Owner_OfAnotherStore_IsUnknown()
    {
        InstanceOwner stranger = new(Guid.NewGuid(), new InstanceOwnerOptions());
        await Assert.ThrowsAsync<InstanceOwnerException>(() => Store.SaveAsync(stranger, Save(Guid.NewGuid()), None));
        Assert.Empty(await QueryAsync());
    }

    [Fact]
    public async Task Owners_EqualNames_AreDistinct()
    {
        InstanceOwner first = await OwnerAsync("same"), second = await OwnerAsync("same");
        Assert.NotEqual(first.Id, second.Id);
        Assert.Equal("same", first.Options.Name);
        await Store.DeleteOwnerAsync(first, None);
        await Store.RenewOwnerAsync(second, None);
    }

    private Task GoAsync(InstanceOwner owner, bool expires) => expires ? PassAsync(LeaseTime) : Store.DeleteOwnerAsync(owner, None);
}
