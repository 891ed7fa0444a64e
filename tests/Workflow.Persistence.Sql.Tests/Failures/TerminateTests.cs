using System.Xml.Linq;
using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>Tests that terminate instances with which hosts have failed, and check the result by SQL.</summary>
public sealed class TerminateTests
{
    private static CancellationToken None => CancellationToken.None;

    [Theory]
    [InlineData(InstanceCompletionAction.DeleteAll, 0)]
    [InlineData(InstanceCompletionAction.DeleteNothing, 1)]
    public async Task TerminateAsync_DamagedState_EndsInstance(InstanceCompletionAction action, long kept)
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(
            new SqlInstanceStoreOptions { CompletionAction = action, Promotions = { ["Order"] = new() { Texts = { "Customer" } } } });
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any, MaxFailures = 1 }, None);
        Guid id = Guid.NewGuid(), key = Guid.NewGuid();
        await store.SaveAsync(
            owner,
            new InstanceSave
            {
                InstanceId = id,
                Status = InstanceStatus.Idle,
                State = new byte[10],
                Bookmarks = [new SavedBookmark { Name = "approve", OwnerDisplayName = "Approval" }],
                KeysAdded = [key],
                WriteOnlyValues = new Dictionary<XName, object?> { ["Customer"] = "Contoso" },
                Unlock = true,
            },
            None);
        file.Run("UPDATE workflow_instance SET state_check = state_check + 1");
        await Assert.ThrowsAsync<SnapshotException>(() => store.LoadAsync(owner, InstanceLoad.ById(id), None));
        Assert.Equal(1L, file.ReadValue("SELECT suspended FROM workflow_instances"));

        Assert.True(await store.TerminateAsync(id, None));
        Assert.Equal(
            [kept, kept, 0L, 0L],
            Assert.Single(file.Read(
                """
                SELECT (SELECT count(*) FROM workflow_instances WHERE status = 'Faulted' AND completed IS NOT NULL AND last_error IS NOT NULL AND attempts = 1 AND suspended = 0),
                    (SELECT count(*) FROM workflow_promoted_properties), (SELECT count(*) FROM workflow_active_bookmarks), (SELECT count(*) FROM workflow_instance_key)
                """)));
        Assert.Equal(kept, await store.PurgeAsync(TimeSpan.Zero, None));
        Assert.Equal([0L, 0L], Assert.Single(file.Read("SELECT (SELECT count(*) FROM workflow_instance), (SELECT count(*) FROM workflow_promoted)")));
    }
}
