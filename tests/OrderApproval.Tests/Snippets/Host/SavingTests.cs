using Workflow;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

public sealed class SavingTests
{
    [Fact]
    public async Task Waiting_ListsInstancesWithTheBookmark()
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
    public async Task Decide_StartedInstance_LoadsItFromTheStore()
    {
        InstanceStore store = Saving.DevelopmentStore();
        Guid id = await Saving.StartAsync(store).WaitAsync(Limit);
        Assert.StartsWith($"{id} since", Assert.Single(await Saving.WaitingAsync(store)), StringComparison.Ordinal);
        Assert.True(await Saving.DecideAsync(store, id, true).WaitAsync(Limit));
        Assert.Empty(await Saving.WaitingAsync(store));
    }

    [Fact]
    public async Task Serve_RunnableInstance_RunsIt()
    {
        InstanceStore store = Saving.DevelopmentStore();
        TaskCompletionSource ran = new(TaskCreationOptions.RunContinuationsAsynchronously);
        WorkflowApplication saved = new(Greeting()) { InstanceStore = store };
        await saved.UnloadAsync();
        using CancellationTokenSource stop = new();
        Task serving = Saving.ServeAsync(store, Greeting, stop.Token);
        await ran.Task.WaitAsync(Limit);
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => serving.WaitAsync(Limit));
        Assert.Null(store.DefaultOwner);

        Activity Greeting() => new InvokeAction { Action = new ActivityAction { Handler = new Doing(ran.SetResult) } };
    }

    [Fact]
    public async Task ContinueAll_ContinuesSuspendedInstances()
    {
        InstanceStore store = Saving.DevelopmentStore();
        await Saving.OwnAsync(store);
        InstanceOwner owner = store.DefaultOwner!;
        WorkflowApplication saved = new(new Decision()) { InstanceStore = store };
        await saved.UnloadAsync();
        for (int i = 0; i < owner.Options.MaxFailures; i++)
        {
            StoredInstance loaded = await store.LoadAsync(owner, InstanceLoad.ById(saved.Id), CancellationToken.None);
            await store.UnlockAsync(owner, InstanceUnlock.Failure(saved.Id, loaded.LockVersion, "damaged"), CancellationToken.None);
        }

        using StringWriter log = new();
        await Saving.ContinueAllAsync(store, log);
        Assert.Contains($"{saved.Id} failed 5 times: damaged", log.ToString(), StringComparison.Ordinal);
        Assert.Equal(saved.Id, (await store.TryLoadRunnableAsync(owner, default, CancellationToken.None))?.InstanceId);
    }

    [Fact]
    public async Task Load_ChoosesTheDefinitionByItsIdentity()
    {
        InstanceStore store = Saving.DevelopmentStore();
        WorkflowIdentity identity = new("Decision", new Version(1, 0), null);
        WorkflowApplication saved = new(new Decision(), identity) { InstanceStore = store };
        await saved.UnloadAsync();
        await Assert.ThrowsAsync<InvalidOperationException>(() => Saving.LoadAsync(store, saved.Id, new Dictionary<WorkflowIdentity, Activity>()));
        WorkflowApplication loaded = await Saving.LoadAsync(store, saved.Id, new Dictionary<WorkflowIdentity, Activity> { [identity] = new Decision() });
        Assert.Equal((saved.Id, identity), (loaded.Id, loaded.DefinitionIdentity));
        await loaded.ResumeBookmarkAsync("decide", false);
        Assert.Equal(ActivityInstanceState.Closed, (await loaded.Completion.WaitAsync(Limit)).State);
    }

    [Fact]
    public void DescribeValues_AddsTypesAndSerializer()
    {
        WorkflowInstanceExtensionManager extensions = new();
        Saving.DescribeValues(extensions);
        TypeRegistry types = Assert.Single(extensions.GetAllSingletonExtensions().OfType<TypeRegistry>());
        Assert.Single(extensions.GetAllSingletonExtensions().OfType<ValueSerializer>());
        Assert.Throws<ArgumentException>(() => types.Add<Voucher>("again"));
    }

    [Fact]
    public async Task Order_IsSavedWithItsCustomer()
    {
        InstanceStore store = Saving.DevelopmentStore();
        TaskCompletionSource unloaded = new(TaskCreationOptions.RunContinuationsAsynchronously);
        WorkflowApplication application = new(Saving.Order(new Decision()))
        {
            InstanceStore = store,
            PersistableIdle = _ => PersistableIdleAction.Unload,
            Unloaded = _ => unloaded.SetResult(),
        };
        application.Run();
        await unloaded.Task.WaitAsync(Limit);
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery { BookmarkName = "decide" }, CancellationToken.None))
        {
            Assert.Equal("nobody", Saving.CustomerOf(summary));
            return;
        }

        Assert.Fail("The instance is not in the store.");
    }

    private static TimeSpan Limit => TimeSpan.FromSeconds(60);

    private sealed class Doing(Action action) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => action();
    }
}
