using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The instances that can be loaded into an application, and those that are refused (rules 7.9.1 and 16.7).</summary>
[Rule("16.7")]
public sealed class LoadTests : StoredApplications
{
    private static readonly WorkflowIdentity One = new("one", new Version(1, 0), null), Two = new("one", new Version(2, 0), null);

    [Fact]
    public void Load_IntoAUsedApplication_IsRefusedAndChangesNothing()
    {
        Wait root = new(Log, "w");
        Guid id = Saved(root);
        Hosted read = With(root), run = With(root).Run(), loaded = Loaded(root, id);
        _ = read.Application.Id;
        Hosted withInputs = new(
            Log,
            new WorkflowApplication(root, new Dictionary<string, object?>()) { InstanceStore = Store, SynchronizationContext = new InlineContext() });
        foreach (Hosted hosted in (Hosted[])[read, run, loaded, withInputs])
        {
            hosted.Fails<InvalidOperationException>(application => application.LoadAsync(Guid.NewGuid()));
            Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("w"));
        }

        NoContext.Run(read.Application.Abort);
        read.Fails<WorkflowApplicationAbortedException>(application => application.LoadAsync(id));
    }

    [Fact]
    public async Task Load_WithoutAStore_IsRefused()
    {
        WorkflowApplication application = new(new Wait(Log, "w"));
        await Assert.ThrowsAsync<InvalidOperationException>(() => application.LoadAsync(Guid.NewGuid()));
        await Assert.ThrowsAsync<InvalidOperationException>(() => application.LoadRunnableAsync());
        await Assert.ThrowsAsync<ArgumentNullException>(() => application.LoadAsync(null!));
        Assert.Equal(BookmarkResumptionResult.Success, await application.ResumeBookmarkAsync("w"));
    }

    [Fact]
    public void Load_ThatFails_AbortsTheApplication()
    {
        Hosted hosted = With(new Wait(Log, "w"));
        InstanceNotReadyException failure = hosted.Fails<InstanceNotReadyException>(application => application.LoadAsync(Guid.NewGuid()));
        Assert.Equal($"aborted {failure.Message}", Log.Entries[^1]);
        Assert.Same(failure, Assert.Throws<WorkflowApplicationAbortedException>(hosted.Application.Run).InnerException);
    }

    [Fact]
    public void Load_OfAnotherDefinition_FailsAndLeavesTheInstanceAlone()
    {
        Guid id = Saved(new Wait(Log, "w"));
        With(new Sequence { Activities = { new Wait(Log, "w") } }).Fails<SnapshotException>(application => application.LoadAsync(id));
        Assert.Null(Summary(id)!.OwnerId);
    }

    [Fact]
    public void Load_WithAnotherIdentity_NamesBoth()
    {
        Wait root = new(Log, "w");
        Guid id = Saved(root, One);
        VersionMismatchException mismatch = Identified(root, Two).Fails<VersionMismatchException>(application => application.LoadAsync(id));
        Assert.Equal((Two, One), (mismatch.ExpectedVersion, mismatch.ActualVersion));
        With(root).Fails<VersionMismatchException>(application => application.LoadAsync(id));
        Identified(root, One).Do(application => application.LoadAsync(id));
        Guid without = Saved(root);
        Identified(root, One).Fails<VersionMismatchException>(application => application.LoadAsync(without));
    }

    [Fact]
    public void Load_OfALockedInstance_Fails()
    {
        Wait root = new(Log, "w");
        Hosted first = With(root).Run();
        first.Do(application => application.PersistAsync());
        With(root).Fails<InstanceLockedException>(application => application.LoadAsync(first.Application.Id));
        Assert.Equal(BookmarkResumptionResult.Success, first.Resume("w"));
    }

    [Fact]
    public void GetInstance_BeforeTheLoad_ReturnsTheIdentity()
    {
        Wait root = new(Log, "w");
        Guid id = Saved(root, One);
        WorkflowApplicationInstance instance = Finished.ResultOf(WorkflowApplication.GetInstanceAsync(id, Store));
        Assert.Equal((id, One, Store), (instance.InstanceId, instance.DefinitionIdentity, instance.InstanceStore));
        Identified(root, Two).Fails<VersionMismatchException>(application => application.LoadAsync(instance));
        Hosted hosted = new(Log, new WorkflowApplication(root, One) { SynchronizationContext = new InlineContext() });
        hosted.Do(application => application.LoadAsync(instance));
        Assert.Same(Store, hosted.Application.InstanceStore);
        Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("w"));
        Identified(root, One).Fails<InvalidOperationException>(application => application.LoadAsync(instance));
    }

    [Fact]
    public async Task GetInstance_Abandoned_IsUnlocked()
    {
        Wait root = new(Log, "w");
        Guid id = Saved(root);
        WorkflowApplicationInstance instance = await WorkflowApplication.GetInstanceAsync(id, Store);
        await instance.AbandonAsync();
        Loaded(root, id);
        WorkflowApplication application = new(root) { InstanceStore = new InMemoryInstanceStore(Clock) };
        await Assert.ThrowsAsync<ArgumentException>(() => application.LoadAsync(instance));
        await Assert.ThrowsAsync<ArgumentNullException>(() => WorkflowApplication.GetInstanceAsync(id, null!));
    }

    [Fact]
    [Rule("16.6")]
    public async Task Load_FollowedByAResumption_CompletesFirst()
    {
        Wait root = new(Log, "w");
        Guid id = Saved(root);
        Log.Clear();
        PumpContext pump = new();
        Hosted hosted = new(Log, new WorkflowApplication(root) { SynchronizationContext = pump, InstanceStore = Store });
        Task load = hosted.Application.LoadAsync(id);
        Task<BookmarkResumptionResult> resumed = hosted.Application.ResumeBookmarkAsync("w", 1);
        pump.Pump();
        await load.WaitAsync(HangGuard.Limit);
        Assert.Equal(BookmarkResumptionResult.Success, await resumed.WaitAsync(HangGuard.Limit));
        Log.AssertIs("w resumed 1", "completed Closed", "unloaded");
    }

    [Fact]
    public async Task Load_FollowedByATermination_CompletesFirst()
    {
        Wait root = new(Log, "w");
        Guid id = Saved(root);
        PumpContext pump = new();
        Hosted hosted = new(Log, new WorkflowApplication(root) { SynchronizationContext = pump, InstanceStore = Store });
        Task load = hosted.Application.LoadAsync(id);
        Task terminated = hosted.Application.TerminateAsync("enough");
        pump.Pump();
        await load.WaitAsync(HangGuard.Limit);
        await terminated.WaitAsync(HangGuard.Limit);
        WorkflowCompletion completion = await hosted.Application.Completion.WaitAsync(HangGuard.Limit);
        Assert.Equal(id, Assert.IsType<WorkflowApplicationTerminatedException>(completion.TerminationException).InstanceId);
    }

    [Fact]
    public async Task LoadRunnable_WithoutOne_Throws()
    {
        Wait root = new(Log, "w");
        Saved(root);
        With(root).Fails<InstanceNotReadyException>(application => application.LoadRunnableAsync());
        await Assert.ThrowsAsync<InstanceNotReadyException>(() => WorkflowApplication.GetRunnableInstanceAsync(Store));
    }

    [Fact]
    [Rule("7.9.1")]
    public async Task DefaultOwner_OfSeveralApplications_HoldsTheirInstances()
    {
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(Store, null, WorkflowIdentityFilter.Exact);
        await Assert.ThrowsAsync<InvalidOperationException>(() => WorkflowApplication.CreateDefaultInstanceOwnerAsync(Store, null, WorkflowIdentityFilter.Any));
        Guid owner = Store.DefaultOwner!.Id;
        Hosted first = With(new Wait(Log, "w")).Run(), second = With(new Wait(Log, "w")).Run();
        first.Do(application => application.PersistAsync());
        second.Do(application => application.PersistAsync());
        Assert.Equal((owner, owner), (Summary(first.Application.Id)!.OwnerId, Summary(second.Application.Id)!.OwnerId));
        first.Resume("w");
        second.Do(application => application.PersistAsync());
        await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(Store);
        await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(Store);
        Assert.Null(Store.DefaultOwner);
    }

    [Fact]
    [Rule("7.9.1")]
    public async Task Owner_Lost_AbortsTheInstance()
    {
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(Store, null, WorkflowIdentityFilter.Exact);
        Hosted hosted = With(new Wait(Log, "w")).Run();
        hosted.Do(application => application.PersistAsync());
        await Store.DeleteOwnerAsync(Store.DefaultOwner!, CancellationToken.None);
        Clock.Advance(TimeSpan.FromSeconds(30));
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => hosted.Application.Completion.WaitAsync(HangGuard.Limit));
        Assert.StartsWith("aborted ", Log.Entries[^1], StringComparison.Ordinal);
    }

    private Guid Saved(Activity root, WorkflowIdentity? identity = null)
    {
        Hosted hosted = Identified(root, identity).Run();
        hosted.Do(application => application.UnloadAsync());
        return hosted.Application.Id;
    }

    private Hosted Identified(Activity root, WorkflowIdentity? identity) =>
        new(Log, new WorkflowApplication(root, identity) { SynchronizationContext = new InlineContext(), InstanceStore = Store });
}
