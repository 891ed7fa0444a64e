using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting;

/// <summary>
/// Instances that cannot be loaded, or that abort whenever they run. They are retried with growing delays, and do not keep other instances from running.
/// </summary>
[Rule("7.10")]
public sealed class FailingInstanceTests : FaultyStoreTests
{
    private readonly TimeSpan _delay = 10 * Second;

    private InstanceOwnerOptions Options => new()
    {
        Filter = WorkflowIdentityFilter.Any,
        MaxFailures = 3,
        FirstRetryDelay = _delay,
        MaxRetryDelay = 2 * _delay
    };

    /// <summary>A workflow that faults after its delay of a minute.</summary>
    private Sequence Faulty => field ??= new()
    {
        Activities = { new Delay { Duration = TimeSpan.FromMinutes(1) }, new Step(Log, "fault", _ => throw new FormatException("bad")) },
    };

    [Fact]
    public async Task Instance_AlwaysAborted_IsRetriedAndThenSuspended()
    {
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(Store, Options);
        Guid id = await UnloadedAsync(Faulty);
        Clock.Advance(TimeSpan.FromMinutes(1));
        for (int failures = 1; failures <= 3; failures++)
        {
            await FailOnceAsync();
            InstanceSummary summary = await SummaryAsync(id);
            Assert.Equal((failures, failures == 3), (summary.FailureCount, summary.IsSuspended));
            Assert.Contains("bad", summary.LastFailure, StringComparison.Ordinal);
            await Assert.ThrowsAsync<InstanceNotReadyException>(() => ApplicationOf(Faulty).LoadRunnableAsync().WaitAsync(HangGuard.Limit));
            await PassAsync(failures * _delay);
        }

        await Assert.ThrowsAsync<InstanceNotReadyException>(() => ApplicationOf(Faulty).LoadRunnableAsync().WaitAsync(HangGuard.Limit));
        Assert.True(await Store.ContinueAsync(id, CancellationToken.None));
        await FailOnceAsync();
        Assert.Equal(1, (await SummaryAsync(id)).FailureCount);
    }

    [Fact]
    public async Task Instance_Unreadable_DoesNotStarveTheOthers()
    {
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(Store, Options);
        Guid damaged = Guid.NewGuid();
        await Store.SaveAsync(
            Store.DefaultOwner!,
            new InstanceSave { InstanceId = damaged, Status = InstanceStatus.Executing, State = new byte[] { 1, 2, 3 }, Unlock = true },
            CancellationToken.None);
        Delay root = new() { Duration = TimeSpan.FromMinutes(1) };
        Guid[] good = [await UnloadedAsync(root), await UnloadedAsync(root)];
        Clock.Advance(TimeSpan.FromMinutes(1));

        await Assert.ThrowsAsync<SnapshotException>(() => ApplicationOf(root).LoadRunnableAsync().WaitAsync(HangGuard.Limit));
        foreach (Guid id in good)
        {
            WorkflowApplication application = ApplicationOf(root);
            await application.LoadRunnableAsync().WaitAsync(HangGuard.Limit);
            Assert.Equal(id, application.Id);
            await application.UnloadAsync().WaitAsync(HangGuard.Limit);
        }

        Assert.Contains(nameof(SnapshotException), (await SummaryAsync(damaged)).LastFailure, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Failure_WithoutAMessage_IsStoredAsItsType()
    {
        Guid id = await UnloadedAsync(new Wait(Log, "w"));
        WorkflowApplication application = ApplicationOf(new Wait(Log, "w"), new IOLoader(Log) { OnLoad = _ => throw new SilentException() });
        await Assert.ThrowsAsync<SilentException>(() => application.LoadAsync(id).WaitAsync(HangGuard.Limit));
        await FreeAsync(id);
        Assert.Equal(typeof(SilentException).FullName, (await SummaryAsync(id)).LastFailure);
    }

    [Fact]
    public async Task Load_CanceledOrOfAnotherDefinition_CountsNoFailure()
    {
        Wait root = new(Log, "w");
        Guid id = await UnloadedAsync(root);
        Hang hang = new();
        using CancellationTokenSource cancel = new();
        Task canceled = ApplicationOf(root, new IOLoader(Log) { OnLoad = hang.HereAsync }).LoadAsync(id, cancel.Token);
        await hang.Reached;
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => canceled.WaitAsync(HangGuard.Limit));
        await FreeAsync(id);
        WorkflowApplication other = new(root, new WorkflowIdentity("other", null, null)) { InstanceStore = Store };
        await Assert.ThrowsAsync<VersionMismatchException>(() => other.LoadAsync(id).WaitAsync(HangGuard.Limit));
        WorkflowApplicationInstance instance = await WorkflowApplication.GetInstanceAsync(id, Store).WaitAsync(HangGuard.Limit);
        await instance.AbandonAsync().WaitAsync(HangGuard.Limit);
        Assert.Equal(0, (await SummaryAsync(id)).FailureCount);
    }

    [Fact]
    public async Task Unload_AfterAFailure_ResetsTheCount()
    {
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(Store, Options);
        Guid id = await UnloadedAsync(Faulty);
        Clock.Advance(TimeSpan.FromMinutes(1));
        await FailOnceAsync();
        WorkflowApplication application = ApplicationOf(Faulty);
        await application.LoadAsync(id).WaitAsync(HangGuard.Limit);
        await application.UnloadAsync().WaitAsync(HangGuard.Limit);
        InstanceSummary summary = await SummaryAsync(id);
        Assert.Equal((0, null), (summary.FailureCount, summary.LastFailure));
    }

    private async Task FailOnceAsync()
    {
        WorkflowApplication application = ApplicationOf(Faulty);
        application.OnUnhandledException = _ => UnhandledExceptionAction.Abort;
        await application.LoadRunnableAsync().WaitAsync(HangGuard.Limit);
        application.Run();

        // The timer of the instance is due and fires when the clock advances. The clock advances so little that the retry delay is not over before the test
        // checks.
        await SoonAsync(() => Task.FromResult(application.Completion.IsCompleted));
        await AbortedAsync(application);
        await SoonAsync(() => IsFreeAsync(application.Id));
    }

    private async Task<Guid> UnloadedAsync(Activity root)
    {
        WorkflowApplication application = await IdleApplicationOfAsync(root);
        await application.UnloadAsync().WaitAsync(HangGuard.Limit);
        return application.Id;
    }

    private async Task<InstanceSummary> SummaryAsync(Guid id)
    {
        await foreach (InstanceSummary summary in Store.QueryAsync(new InstanceQuery { InstanceIds = [id] }, CancellationToken.None))
        {
            return summary;
        }

        throw new InvalidOperationException("The instance is not saved.");
    }

    private sealed class SilentException : Exception
    {
        public override string Message => throw new NotSupportedException("It has none.");
    }
}
