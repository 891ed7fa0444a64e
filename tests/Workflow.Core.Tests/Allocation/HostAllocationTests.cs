using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Allocation;

/// <summary>Limits the bytes that extensions and tracking add to a run. Each instance pays them, so each object counts.</summary>
public sealed class HostAllocationTests
{
    [Fact]
    public void Invoke_WithoutExtensions_AllocatesNoMoreThanTheStaticOne()
    {
        Sequence workflow = new();
        WorkflowInvoker invoker = new(workflow);
        Assert.InRange(Bytes.Of(() => invoker.Invoke()), 0, Bytes.Of(workflow));
    }

    [Fact]
    public void Invoke_WithAnExtension_AllocatesItsHostOnly() => Assert.InRange(Of(new object(), new Sequence()), 0, 350);

    /// <summary>
    /// The limit covers the host, the dictionary of outputs, the task of the caller and, in a debug build, the state machines of two asynchronous methods.
    /// </summary>
    [Fact]
    public void InvokeAsync_ThatEndsAtOnce_AllocatesNoTaskForItsEnd()
    {
        // Without this, the workflow would be posted to the synchronization context of the test runner.
        SynchronizationContext.SetSynchronizationContext(null);
        Sequence workflow = new();
        Assert.InRange(Bytes.Of(() => Assert.True(WorkflowInvoker.InvokeAsync(workflow).IsCompletedSuccessfully)), 0, 560);
    }

    [Fact]
    public void Invoke_WithAnEmptyProfile_AllocatesItsSubscription() => Assert.InRange(Of(new ChangeableProfile(), new Sequence()), 0, 1_100);

    [Fact]
    public void Activity_Tracked_AllocatesThreeRecordsAndADescription()
    {
        long once = Of(new Everything(), Activities(Bytes.Items));
        long twice = Of(new Everything(), Activities(2 * Bytes.Items));
        Assert.InRange((twice - once) / (double)Bytes.Items, 0, 80 + (2 * 96) + 40 + 8);
    }

    /// <summary>
    /// 832 bytes are the state of the waiting instance; the rest is the settings of the application and the operation that starts the instance.
    /// </summary>
    [Fact]
    public void Application_ThatWaitsAtABookmark_AllocatesItsState()
    {
        Sequence workflow = new()
        {
            Variables = { new Variable<int>("count", 1), new Variable<string>("name", "order"), new Variable<Guid>("id") },
            Activities = { new Wait() },
        };
        Queue<WorkflowApplication> waiting = new(1_000);
        long bytes = Bytes.Of(() =>
        {
            WorkflowApplication application = new(workflow) { RunsInline = true };
            Assert.True(application.ResumeBookmarkAsync("none").IsCompleted);

            // Keeps the application alive: the next application must not reuse its state.
            waiting.Enqueue(application);
        });
        Assert.InRange(bytes, 0, 1_120);
    }

    private static Sequence Activities(int count) => Bytes.SequenceOf(count, () => new Empty());

    private static long Of(object extension, Activity workflow)
    {
        WorkflowInvoker invoker = new(workflow);
        invoker.Extensions.Add(extension);
        return Bytes.Of(() => invoker.Invoke());
    }

    private sealed class Wait : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark("go", OnResumed);

        private static void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value)
        {
        }
    }

    private sealed class Empty : CodeActivity
    {
        protected override void Execute(CodeActivityContext context)
        {
        }
    }

    private sealed class Everything : TrackingParticipant
    {
        protected override void Track(TrackingRecord record, TimeSpan timeout)
        {
        }
    }

    private sealed class ChangeableProfile : TrackingParticipant
    {
        private readonly CancellationTokenSource _change = new();
        private readonly TrackingProfile _nothing = new();

        protected override CancellationToken ProfileChange => _change.Token;

        protected override TrackingProfile SelectProfile(string activityDefinitionId) => _nothing;

        protected override void Track(TrackingRecord record, TimeSpan timeout)
        {
        }
    }
}
