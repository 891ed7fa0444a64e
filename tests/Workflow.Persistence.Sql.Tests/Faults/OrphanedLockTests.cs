using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>Tests of locks that no caller holds, and whose unlock has failed.</summary>
public sealed class OrphanedLockTests
{
    private static CancellationToken None => CancellationToken.None;

    [Fact]
    public async Task RenewOwnerAsync_UnlockFailed_UnlocksDamagedInstance()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, new InstanceSave { InstanceId = id, State = new byte[] { 1 }, Status = InstanceStatus.Idle, Unlock = true }, None);
        file.Run("UPDATE workflow_instance SET state = x'02'");
        file.Run("CREATE TRIGGER stay BEFORE UPDATE ON workflow_instance WHEN new.lock_owner IS NULL BEGIN SELECT raise(ABORT, 'stay'); END");
        await Assert.ThrowsAsync<SnapshotException>(() => store.LoadAsync(owner, InstanceLoad.ById(id), None));
        Assert.NotNull(file.ReadValue("SELECT lock_owner FROM workflow_instance"));
        await store.RenewOwnerAsync(owner, None);
        Assert.NotNull(file.ReadValue("SELECT lock_owner FROM workflow_instance"));
        file.Run("DROP TRIGGER stay");
        await store.RenewOwnerAsync(owner, None);
        Assert.Equal([null, 1L], Assert.Single(file.Read("SELECT lock_owner, failures FROM workflow_instance")));
    }
}
