extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;
using NewActivity = WorkflowCore::Workflow.Activity;
using NewInterop = Workflow.Statements.Interop;

namespace Workflow.Interop.Legacy.Tests.Interop;

/// <summary>Legacy activities in the saved state of new workflows (B.2). The instance is reloaded at its waits.</summary>
[Trait("Paragraph", "B.2")]
public sealed class InteropSavingTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task Queues_OfALoadedInstance_AreBookmarksAsync()
    {
        TestInstance instance = await RunAsync(typeof(Recording<Queued>), async (host, instance) =>
        {
            await instance.ResumeAsync("second", 2);
            await instance.ReloadAsync();
            await instance.ResumeAsync("first", 1);
        });
        Assert.Equal("begin, first 1, second 2, end", instance.Result!.Outputs["Text"]);
    }

    [Fact]
    public async Task Delay_OfALoadedInstance_EndsAtItsTimeAsync()
    {
        TestInstance instance = await RunAsync(typeof(Recording<Delayed>), async (host, instance) =>
        {
            await host.AdvanceAsync(4 * Minute);
            Assert.Null(instance.Result);
            await instance.ReloadAsync();
            await host.AdvanceAsync(Minute);
        });
        Assert.Equal("begin, end", instance.Result!.Outputs["Text"]);
    }

    [Fact]
    public async Task Listen_OfALoadedInstance_HandlesFirstEventAsync()
    {
        TestInstance instance = await RunAsync(typeof(Recording<Listening>), async (host, instance) =>
        {
            await instance.ResumeAsync("item", 1);
            await host.AdvanceAsync(10 * Minute);
        });
        Assert.Equal("item 1, end", instance.Result!.Outputs["Text"]);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public async Task Compensation_OfALoopInALoadedInstance_RunsAsync()
    {
        TestInstance instance = await RunAsync(typeof(Recording<Compensating>), async (host, instance) =>
        {
            await instance.ResumeAsync("go", 1);
            await instance.ReloadAsync();
            await instance.ResumeAsync("go", 2);
            await instance.ReloadAsync();
            await instance.ResumeAsync("undo", 3);
        });
        Assert.Equal("booked, go 1, booked, go 2, undo 3, undone, undone, end", instance.Result!.Outputs["Text"]);
    }

    [Fact]
    public async Task Cancel_OfALoadedInstance_CancelsTheActivityAsync()
    {
        TestInstance instance = await RunAsync(typeof(Recording<CancelingSlowly>), async (host, instance) =>
        {
            Task canceling = instance.CancelAsync();
            await host.RunUntilIdleAsync();
            await instance.ReloadAsync();
            await instance.ResumeAsync("undo", 1);
            await canceling;
        });
        Assert.Equal(ActivityInstanceState.Canceled, instance.Result!.State);
    }

    [Fact]
    [Trait("Paragraph", "B.3")]
    public async Task PersistOnClose_SavesTheInstanceAsync()
    {
        await using TestHost host = new(new TestHostOptions { Store = new InMemoryInstanceStore(), IdleAction = PersistableIdleAction.None });
        TestInstance instance = host.Start(Of(typeof(Recording<Persisting>)));
        await instance.RunUntilIdleAsync();
        Assert.Single(instance.Trace.Records.OfType<WorkflowCore::Workflow.Tracking.WorkflowInstanceRecord>(), static record => record.State == "Persisted");
        await instance.ReloadAsync();
        await instance.ResumeAsync("item", 1);
        await instance.RunToEndAsync();
        Assert.Equal("begin, after, item 1", instance.Result!.Outputs["Text"]);
    }

    [Fact]
    public async Task Process_LostAtAnyPoint_IsContinuedAsync()
    {
        CrashReport report = await CrashTest.ExploreAsync(Of(typeof(Recording<Listening>)), new CrashTestOptions { Events = [TestEvent.Resume("item", 1)] });
        Assert.True(report.Points.Count > 3);
    }

    [Fact]
    public async Task Value_NotSerializable_FailsSaveAsync()
    {
        await using TestHost host = new(new TestHostOptions { Store = new InMemoryInstanceStore(), IdleAction = PersistableIdleAction.None });
        TestInstance instance = host.Start(new NewInterop { ActivityType = typeof(CannotBeSaved) });
        await instance.RunUntilIdleAsync();
        Exception exception = await Assert.ThrowsAnyAsync<Exception>(() => instance.ReloadAsync());
        Assert.Contains("CannotBeSaved", exception.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task State_OfAnotherActivity_AbortsInstanceAsync()
    {
        InMemoryInstanceStore store = new();
        WorkflowApplication first = new(Of(typeof(Recording<Queued>))) { InstanceStore = store };
        TaskCompletionSource idle = new();
        first.Idle = _ => idle.TrySetResult();
        first.Run();
        await idle.Task;
        await first.UnloadAsync();

        WorkflowApplication wrong = new(Of(typeof(Recording<Listening>))) { InstanceStore = store };
        TaskCompletionSource<Exception?> aborted = new();
        wrong.Aborted = e => aborted.TrySetResult(e.Reason);
        await wrong.LoadAsync(first.Id);
        await wrong.ResumeBookmarkAsync("first", 1);
        Assert.Contains("which the runtime does not know", Assert.IsType<SnapshotException>(await aborted.Task).Message, StringComparison.Ordinal);

        WorkflowApplication right = new(Of(typeof(Recording<Queued>))) { InstanceStore = store };
        await right.LoadAsync(first.Id);
        await right.ResumeBookmarkAsync("first", 1);
        await right.ResumeBookmarkAsync("second", 2);
        WorkflowCompletion completion = await right.Completion;
        Assert.Equal("begin, first 1, second 2, end", completion.Outputs["Text"]);
    }

    [Fact]
    [Trait("Paragraph", "B.3")]
    public void PendingWork_Fails_AbortsInstance()
    {
        WorkflowApplicationAbortedException exception = Assert.Throws<WorkflowApplicationAbortedException>(
            () => WorkflowInvoker.Invoke(new NewInterop { ActivityType = typeof(AddsWork) }));
        Assert.Contains("The work was done.", exception.ToString(), StringComparison.Ordinal);
    }

    private static NewActivity Of(Type type)
    {
        // The workflow returns the outputs of the activity.
        DynamicActivityProperty text = new() { Name = "Text", Type = typeof(OutArgument<string>) };
        return new DynamicActivity
        {
            Name = "root",
            Properties = { text },
            Implementation = () => new NewInterop { ActivityType = type }.With(
                "TextOut",
                new OutArgument<string>(new WorkflowCore::Workflow.Expressions.ArgumentReference<string>("Text"))),
        };
    }

    private static async Task<TestInstance> RunAsync(Type type, Func<TestHost, TestInstance, Task> events)
    {
        TestHost host = new(new TestHostOptions { Store = new InMemoryInstanceStore(), IdleAction = PersistableIdleAction.Persist });
        await using (host)
        {
            TestInstance instance = host.Start(Of(type));
            await instance.RunUntilIdleAsync();
            await instance.ReloadAsync();
            await events(host, instance);
            await instance.RunToEndAsync();
            return instance;
        }
    }
}
