using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>Waiting applications hold no threads, however many there are, and process a resumption.</summary>
[Collection(SmallThreadPool.Name)]
public sealed class ManyApplicationsTests : IDisposable
{
    private const int Count = 10_000;

    private readonly SmallPool _pool = new();
    private readonly TaskCompletionSource _allIdle = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _idle;

    public void Dispose() => _pool.Dispose();

    [Fact]
    [Rule("16.1.1")]
    [Rule("22.2")]
    public async Task TenThousandApplications_Waiting_HoldNoThreads()
    {
        WaitFor<int> root = new(new Log(), "w");
        WorkflowApplication[] applications = [.. Enumerable.Range(0, Count).Select(_ => new WorkflowApplication(root) { Idle = OnIdle })];
        Array.ForEach(applications, application => application.Run());
        await AssertAllWait(applications);
        await AssertAllAnswer(applications);
    }

    [Fact]
    [Rule("7.7")]
    [Rule("22.2")]
    public async Task TenThousandInstances_UnloadedAndLoaded_CanBeResumed()
    {
        WaitFor<int> root = new(new Log(), "w");
        InMemoryInstanceStore store = new(new VirtualTimeProvider());
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any);
        WorkflowApplication[] first = [.. Enumerable.Range(0, Count).Select(_ => new WorkflowApplication(root) { Idle = OnIdle, InstanceStore = store })];
        Array.ForEach(first, application => application.Run());
        await AssertAllWait(first);
        await Task.WhenAll(first.Select(application => application.UnloadAsync())).WaitAsync(HangGuard.Limit);
        WorkflowApplication[] second = [.. first.Select(_ => new WorkflowApplication(root) { InstanceStore = store })];
        await Task.WhenAll(second.Zip(first, (application, before) => application.LoadAsync(before.Id))).WaitAsync(HangGuard.Limit);
        await AssertAllAnswer(second);
    }

    private static async Task AssertAllAnswer(WorkflowApplication[] applications)
    {
        BookmarkResumptionResult[] answers = await Task.WhenAll(
            applications.Select((application, number) => Task.Run(() => application.ResumeBookmarkAsync("w", number)))).WaitAsync(HangGuard.Limit);
        Assert.All(answers, answer => Assert.Equal(BookmarkResumptionResult.Success, answer));
        WorkflowCompletion[] ends = await Task.WhenAll(applications.Select(application => application.Completion)).WaitAsync(HangGuard.Limit);
        Assert.Equal(Enumerable.Range(0, Count), ends.Select(end => (int)end.Outputs["Result"]!));
    }

    private async Task AssertAllWait(WorkflowApplication[] applications)
    {
        await _allIdle.Task.WaitAsync(HangGuard.Limit);

        // The applications are a thousand times more than the pool has threads; the pool still runs other work.
        await Task.Run(() => { }).WaitAsync(HangGuard.Limit);
        Assert.True(ThreadPool.ThreadCount < 100, $"{ThreadPool.ThreadCount} threads");
        Assert.DoesNotContain(applications, application => application.Completion.IsCompleted);
    }

    private void OnIdle(WorkflowApplicationIdleEventArgs args)
    {
        if (Interlocked.Increment(ref _idle) == Count)
        {
            _allIdle.SetResult();
        }
    }
}
