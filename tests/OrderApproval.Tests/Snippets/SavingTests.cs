using Workflow.Hosting;
using Workflow.Persistence;

namespace OrderApproval.Tests.Snippets;

public sealed class SavingTests
{
    [Fact]
    public async Task Waiting_ListsWhatWaitsForADecision()
    {
        InstanceStore store = Saving.DevelopmentStore();
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        Guid id = Guid.NewGuid();
        SavedBookmark[] bookmarks = [new SavedBookmark { Name = "decide", OwnerDisplayName = "Approval" }];
        await store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, Bookmarks = bookmarks }, CancellationToken.None);
        await store.SaveAsync(owner, new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle }, CancellationToken.None);
        Assert.StartsWith($"{id} since", Assert.Single(await Saving.WaitingAsync(store)), StringComparison.Ordinal);
    }

    [Fact]
    public void DescribeValues_AddsWhatAHostLooksFor()
    {
        WorkflowInstanceExtensionManager extensions = new();
        Saving.DescribeValues(extensions);
        TypeRegistry types = Assert.Single(extensions.GetAllSingletonExtensions().OfType<TypeRegistry>());
        Assert.Single(extensions.GetAllSingletonExtensions().OfType<ValueSerializer>());
        Assert.Throws<ArgumentException>(() => types.Add<Voucher>("again"));
    }
}
