using Workflow.Core.Tests.TestKit;
using Workflow.Definition;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;
using Workflow.Statements;

namespace Workflow.Core.Tests.Allocation;

/// <summary>
/// Limits the bytes that an instance allocates when it waits and is saved and unloaded. Most instances of a service do this several times.
/// </summary>
public sealed class SaveAllocationTests
{
    private static readonly Sequence Root = new()
    {
        Variables = { new Variable<int>("count", 1), new Variable<string>("name", "order"), new Variable<Guid>("id") },
        Activities = { new Wait() },
    };

    /// <summary>The limit is for a debug build, where the state machine of an asynchronous method is an object even if nothing is awaited.</summary>
    [Fact]
    public async Task Unload_OfAWaitingInstance_AllocatesNoUnreadException() =>
        Assert.InRange(await BytesOfAsync(new InMemoryInstanceStore()), 0, 12_800);

    /// <summary>An executor takes 4 KB. An instance releases its executor during a save, because very many instances can be in a save at once.</summary>
    [Fact]
    public async Task Save_Slow_KeepsNoExecutor() => Assert.InRange(await BytesOfAsync(new HangingStore(new InMemoryInstanceStore())), 0, 10_800);

    /// <summary>A completed instance releases its executor before the save as well.</summary>
    [Fact]
    public async Task Completion_SaveIsSlow_KeepsNoExecutor() =>
        Assert.InRange(await BytesOfAsync(new HangingStore(new InMemoryInstanceStore()), new Sequence()), 0, 5_700);

    /// <summary>
    /// The limit covers the document and small objects: a save reuses the tables of the previous save. Code that is compiled without optimization, as here,
    /// allocates four times as much as optimized code.
    /// </summary>
    [Fact]
    public void Capture_OfASmallInstance_MakesNoTables()
    {
        Reloading instance = new Reloading(Root, Lane.Fast).Start();
        int length = instance.Save().Length;
        Assert.InRange(Bytes.Of(() => instance.Save()) - length, 0, 4_100);
    }

    /// <summary>
    /// The limit covers the instance and the reader of the document, but no sets: a load reuses the sets that the previous load used for its checks.
    /// </summary>
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
            WorkflowApplication application = new(workflow ?? Root)
            {
                RunsInline = true,
                InstanceStore = store,
                PersistableIdle = static _ => PersistableIdleAction.Unload
            };
            _ = application.ResumeBookmarkAsync("none");
        });
    }

    private sealed class HangingStore(InstanceStore store) : DelegatingInstanceStore(store)
    {
        public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken) =>
            new TaskCompletionSource<long>().Task;
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
