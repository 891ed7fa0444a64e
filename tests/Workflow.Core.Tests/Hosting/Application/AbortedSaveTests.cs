using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>An application that is aborted waits for no store.</summary>
public sealed class AbortedSaveTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("16.5")]
    public async Task Persist_AbortedBeforeTheFirstSaveBegins_DoesNotWaitForTheStore()
    {
        WorkflowApplication? application = null;
        Collector abortsAtTheSave = new(record =>
        {
            if (record is WorkflowInstanceRecord { State: WorkflowInstanceStates.Persisted })
            {
                application!.Abort("enough");
            }
        });
        application = Hosted.Free(_log, new Wait(_log, "w"), abortsAtTheSave).Application;
        application.InstanceStore = new StuckStore(new InMemoryInstanceStore());

        WorkflowApplicationAbortedException refused = await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(
            () => application.PersistAsync().WaitAsync(HangGuard.Limit));

        Assert.Contains("enough", refused.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => application.Completion.WaitAsync(HangGuard.Limit));
    }

    /// <summary>Saves as soon as nobody wants it any more.</summary>
    private sealed class StuckStore(InstanceStore store) : PassingStore(store)
    {
        public override async Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
        {
            await new TaskCompletionSource().Task.WaitAsync(cancellationToken);
            return 0;
        }
    }
}
