using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The abort of an application does not wait for a store or a participant.</summary>
public sealed class AbortedSaveTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("16.5")]
    public async Task Persist_AbortedBeforeTheSave_DoesNotWaitForTheStore()
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

    [Fact]
    [Rule("16.5")]
    public async Task Abort_WhileParticipantsSaveWithoutAStore_DoesNotWaitForThem()
    {
        TaskCompletionSource saving = new();
        IOSaver hangs = new(_log) { OnSave = (_, _) => saving.SetResult() };
        Hosted hosted = Hosted.Free(_log, new Sequence { Activities = { new Persist(), new Step(_log, "after") } }, hangs);
        WorkflowApplication application = hosted.Application;
        application.Run();
        await saving.Task.WaitAsync(HangGuard.Limit);

        application.Abort("enough");

        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => application.Completion.WaitAsync(HangGuard.Limit));
        _log.AssertIs("io collects", "io saves", "io aborts", "aborted enough");
    }

    /// <summary>A save that never returns before its token is canceled.</summary>
    private sealed class StuckStore(InstanceStore store) : DelegatingInstanceStore(store)
    {
        public override async Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
        {
            await new TaskCompletionSource().Task.WaitAsync(cancellationToken);
            return 0;
        }
    }
}
