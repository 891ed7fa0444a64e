using Workflow.Core.Tests.TestKit;
using Workflow.Definition;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;
using Workflow.Statements;

namespace Workflow.Core.Tests.Allocation;

/// <summary>What an instance allocates that is saved and unloaded when it waits: most instances of a service do this several times.</summary>
public sealed class SaveAllocationTests
{
    private static readonly Sequence Root = new()
    {
        Variables = { new Variable<int>("count", 1), new Variable<string>("name", "order"), new Variable<Guid>("id") },
        Activities = { new Wait() },
    };

    /// <summary>In a debug build, where the state of an asynchronous method is an object of its own also if nothing is awaited.</summary>
    [Fact]
    public async Task Unload_OfAWaitingInstance_AllocatesNoFailureThatNobodyReads() => Assert.InRange(await BytesOfAsync(new InMemoryInstanceStore()), 0, 12_800);

    /// <summary>An executor has 4 KB. An instance in a save needs none, and very many can be in one at once.</summary>
    [Fact]
    public async Task Save_ThatTakesLong_KeepsNoExecutor() => Assert.InRange(await BytesOfAsync(new HangingStore(new InMemoryInstanceStore())), 0, 10_800);

    /// <summary>One that has completed needs none either.</summary>
    [Fact]
    public async Task Completion_WhoseSaveTakesLong_KeepsNoExecutor() =>
        Assert.InRange(await BytesOfAsync(new HangingStore(new InMemoryInstanceStore()), new Sequence()), 0, 5_700);

    /// <summary>The document, and small objects: the tables of a save are those of the one before. Compiled without optimization, as here, it is four times what it is later.</summary>
    [Fact]
    public void Capture_OfASmallInstance_MakesNoTables()
    {
        Reloading instance = new Reloading(Root, Lane.Fast).Start();
        int length = instance.Save().Length;
        Assert.InRange(Bytes.Of(() => instance.Save()) - length, 0, 4_100);
    }

    /// <summary>The instance, what reads the document, and no sets: those with which it is checked are those of the load before.</summary>
    [Fact]
    public void Restore_OfASmallInstance_MakesNoSets()
    {
        Reloading instance = new Reloading(Root, Lane.Fast).Start();
        byte[] saved = instance.Save();
        Program program = FrozenDefinition.Of(Root);
        TypeRegistry types = new();
        Assert.InRange(Bytes.Of(() => Snapshot.Restore(new InstanceState(program), saved, SavedTypes.Serializer, types)), 0, 3_400);
    }

    private static async Task<long> BytesOfAsync(InstanceStore store, Activity? workflow = null)
    {
        SynchronizationContext.SetSynchronizationContext(null);
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any);
        return Bytes.Of(() =>
        {
            WorkflowApplication application = new(workflow ?? Root) { RunsInline = true, InstanceStore = store, PersistableIdle = static _ => PersistableIdleAction.Unload };
            _ = application.ResumeBookmarkAsync("none");
        });
    }

    private sealed class HangingStore(InstanceStore store) : PassingStore(store)
    {
        public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken) => new TaskCompletionSource<long>().Task;
    }

    private sealed class Wait : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark("go", OnResumed);

        private static void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value)
        {
        }
    }
}
