using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Allocation;

/// <summary>What an instance allocates that is saved and unloaded when it waits: most instances of a service do this several times.</summary>
public sealed class SaveAllocationTests
{
    private static readonly Sequence Workflow = new()
    {
        Variables = { new Variable<int>("count", 1), new Variable<string>("name", "order"), new Variable<Guid>("id") },
        Activities = { new Wait() },
    };

    /// <summary>In a debug build, where the state of an asynchronous method is an object of its own also if nothing is awaited.</summary>
    [Fact]
    public async Task Unload_OfAWaitingInstance_AllocatesNoFailureThatNobodyReads() => Assert.InRange(await BytesOfAsync(new InMemoryInstanceStore()), 0, 16_500);

    /// <summary>An executor has 4 KB. An instance in a save needs none, and very many can be in one at once.</summary>
    [Fact]
    public async Task Save_ThatTakesLong_KeepsNoExecutor() => Assert.InRange(await BytesOfAsync(new HangingStore(new InMemoryInstanceStore())), 0, 14_800);

    private static async Task<long> BytesOfAsync(InstanceStore store)
    {
        SynchronizationContext.SetSynchronizationContext(null);
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any);
        return Bytes.Of(() =>
        {
            WorkflowApplication application = new(Workflow) { RunsInline = true, InstanceStore = store, PersistableIdle = static _ => PersistableIdleAction.Unload };
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
