using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting;

/// <summary>
/// A store that fails for a while. After the outage, no instance is locked that no application holds, and no application has lost an instance that it holds.
/// </summary>
[Rule("7.9.2")]
public sealed class StoreOutageTests : FaultyStoreTests, IAsyncLifetime
{
    private static readonly TimeSpan LeaseTime = 60 * Second;

    private Sequence Root => field ??= new()
    {
        Activities = { new Wait(Log, "w"), new Persist(), new Wait(Log, "v") },
    };

    public Task InitializeAsync() => Task.CompletedTask;

    /// <summary>Deletes the default owner, and waits until no timer for a renewal or a retry is left.</summary>
    public async Task DisposeAsync()
    {
        Store.Before = null;
        Store.After = null;
        await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(Store);
        await UntilAsync(() => Task.FromResult(Clock.PendingTimers == 0));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Abort_DuringAnOutage_FreesTheInstancesAfterIt(bool byDefault)
    {
        await UseOwnerAsync(byDefault);
        WorkflowApplication bystander = await PersistedAsync();
        WorkflowApplication[] applications = await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => PersistedAsync()));
        Store.IsDown = true;
        foreach (WorkflowApplication application in applications)
        {
            await application.ResumeBookmarkAsync("w").WaitAsync(HangGuard.Limit);
            await AbortedAsync(application);
        }

        Clock.Advance(0.1 * Second);
        Store.IsDown = false;
        foreach (WorkflowApplication application in applications)
        {
            await LoadsAsync(application.Id);
        }

        await PassAsync(LeaseTime);
        await bystander.PersistAsync().WaitAsync(HangGuard.Limit);
        await bystander.UnloadAsync().WaitAsync(HangGuard.Limit);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Rule("7.8")]
    public async Task FailedLoad_DuringAnOutage_FreesTheInstanceAfterIt(bool byDefault)
    {
        await UseOwnerAsync(byDefault);
        WorkflowApplication first = await PersistedAsync();
        await first.UnloadAsync().WaitAsync(HangGuard.Limit);
        IOLoader fails = new(Log)
        {
            OnLoad = _ =>
            {
                Store.IsDown = true;
                throw new FormatException("no");
            },
        };
        WorkflowApplication second = New(fails);
        await Assert.ThrowsAsync<FormatException>(() => second.LoadAsync(first.Id).WaitAsync(HangGuard.Limit));

        Store.IsDown = false;
        await LoadsAsync(first.Id);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Abort_AfterAFirstSaveWithoutResponse_FreesTheInstance(bool byDefault)
    {
        await UseOwnerAsync(byDefault);
        WorkflowApplication application = await IdleAsync();
        Store.After = (kind, _) => kind == StoreCallKind.Save ? throw new TimeoutException("The answer is lost.") : Task.CompletedTask;
        await Assert.ThrowsAsync<TimeoutException>(() => application.PersistAsync().WaitAsync(HangGuard.Limit));
        Store.After = null;
        application.Abort();
        await AbortedAsync(application);
        await LoadsAsync(application.Id);
    }

    [Fact]
    [Rule("16.8")]
    public async Task Persist_AfterAFirstSaveWithoutResponse_Succeeds()
    {
        WorkflowApplication application = await IdleAsync();
        Store.After = (kind, _) => kind == StoreCallKind.Save ? throw new TimeoutException("The answer is lost.") : Task.CompletedTask;
        await Assert.ThrowsAsync<TimeoutException>(() => application.PersistAsync().WaitAsync(HangGuard.Limit));
        Store.After = null;
        await application.PersistAsync().WaitAsync(HangGuard.Limit);
        await application.UnloadAsync().WaitAsync(HangGuard.Limit);
        await LoadsAsync(application.Id);
    }

    [Fact]
    public async Task Unlock_ResponseLost_IsRepeatedWithoutEffect()
    {
        await UseOwnerAsync(byDefault: true);
        WorkflowApplication first = await PersistedAsync();
        Store.After = (kind, _) => kind == StoreCallKind.Unlock ? throw new TimeoutException("The answer is lost.") : Task.CompletedTask;
        first.Abort();
        await AbortedAsync(first);
        Store.After = null;

        WorkflowApplication second = New();
        await second.LoadAsync(first.Id).WaitAsync(HangGuard.Limit);
        await PassAsync(10 * Second);
        await second.PersistAsync().WaitAsync(HangGuard.Limit);
        await second.UnloadAsync().WaitAsync(HangGuard.Limit);
    }

    [Fact]
    public async Task Unlock_AlwaysFailsForOneInstance_DoesNotBlockOthers()
    {
        await UseOwnerAsync(byDefault: true);
        WorkflowApplication[] applications = await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => PersistedAsync()));
        Store.IsDown = true;
        foreach (WorkflowApplication application in applications)
        {
            application.Abort();
            await AbortedAsync(application);
        }

        int calls = 0;
        Store.Before = (kind, _) =>
            kind == StoreCallKind.Unlock && calls++ % applications.Length == 0 ? throw new TimeoutException("Not this one.") : Task.CompletedTask;
        foreach (WorkflowApplication application in applications)
        {
            await LoadsAsync(application.Id);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Unlock_Hangs_IsAbandonedAndRetried(bool byDefault)
    {
        await UseOwnerAsync(byDefault);
        WorkflowApplication application = await PersistedAsync();
        Hang hang = new();
        Store.Before = (kind, token) => kind == StoreCallKind.Unlock ? hang.HereAsync(token) : Task.CompletedTask;
        application.Abort();
        await AbortedAsync(application);
        await hang.Reached;
        Store.Before = null;

        // Advances the clock first: a load would wait for the attempt that hangs.
        await PassAsync(20 * Second);
        await LoadsAsync(application.Id);
    }

    [Fact]
    public async Task Lease_RenewalHangs_IsRenewedInTime()
    {
        await UseOwnerAsync(byDefault: true);
        WorkflowApplication application = await PersistedAsync();
        int renewals = 0;
        Store.Before = (kind, _) => kind == StoreCallKind.RenewOwner && ++renewals % 2 == 1 ? new TaskCompletionSource().Task : Task.CompletedTask;
        for (int step = 0; step < 20; step++)
        {
            // At any time the lease has one timer: the next renewal, or the limit of a renewal that hangs. The clock must not advance before the other thread
            // has set that timer.
            await PassAsync(0.5 * LeaseTime, () => Clock.PendingTimers > 0);
        }

        Assert.InRange(renewals, 4, int.MaxValue);
        await application.PersistAsync().WaitAsync(HangGuard.Limit);
        await application.UnloadAsync().WaitAsync(HangGuard.Limit);
    }

    [Fact]
    public async Task Owner_OfOneInstanceNotDeletable_IsNotRenewed()
    {
        WorkflowApplication application = await PersistedAsync();
        Store.IsDown = true;
        application.Abort();
        await AbortedAsync(application);

        // The abort ends the application before the attempt to delete the owner has failed, so the test waits for that attempt.
        await UntilAsync(() => Task.FromResult(Clock.PendingTimers == 0));
        await PassAsync(2 * LeaseTime);
        Store.IsDown = false;
        await LoadsAsync(application.Id);
    }

    [Fact]
    public async Task DefaultOwner_DeletedDuringTheRetries_EndsThem()
    {
        await UseOwnerAsync(byDefault: true);
        WorkflowApplication application = await PersistedAsync();
        Store.Before = (kind, _) => kind == StoreCallKind.Unlock ? throw new TimeoutException("Not now.") : Task.CompletedTask;
        application.Abort();
        await AbortedAsync(application);
        await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(Store);
        await UntilAsync(() => Task.FromResult(Clock.PendingTimers == 0));
        await LoadsAsync(application.Id);
    }

    private WorkflowApplication New(params object[] extensions) => ApplicationOf(Root, extensions);

    private Task<WorkflowApplication> IdleAsync() => IdleApplicationOfAsync(Root);

    private async Task<WorkflowApplication> PersistedAsync()
    {
        WorkflowApplication application = await IdleAsync();
        await application.PersistAsync().WaitAsync(HangGuard.Limit);
        return application;
    }

    /// <summary>Waits until the instance can be loaded, and unloads it.</summary>
    private async Task LoadsAsync(Guid id)
    {
        await UntilAsync(async () =>
        {
            try
            {
                WorkflowApplication application = New();
                await application.LoadAsync(id).WaitAsync(HangGuard.Limit);
                await application.UnloadAsync().WaitAsync(HangGuard.Limit);
                return true;
            }
            catch (InstanceLockedException)
            {
                return false;
            }
        });
    }
}
