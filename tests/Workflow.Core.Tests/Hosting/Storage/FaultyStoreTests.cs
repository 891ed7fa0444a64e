using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Core.Tests.Hosting;

/// <summary>The base of tests in which applications work with a store that fails or hangs.</summary>
public abstract class FaultyStoreTests
{
    private protected static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private readonly InMemoryInstanceStore _inner;

    private protected FaultyStoreTests()
    {
        _inner = new InMemoryInstanceStore(new InMemoryInstanceStoreOptions
        {
            TimeProvider = Clock,
            CompletionAction = InstanceCompletionAction.DeleteNothing,
            LeaseRenewalPeriod = 30 * Second,
        });
        Store = new FaultyStore(_inner);
    }

    private protected Log Log { get; } = new();

    private protected VirtualTimeProvider Clock { get; } = new();

    /// <summary>The wrapped store, without the faults.</summary>
    private protected InstanceStore Inner => _inner;

    private protected FaultyStore Store { get; }

    private protected static async Task<WorkflowApplicationAbortedException> AbortedAsync(WorkflowApplication application) =>
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => application.Completion.WaitAsync(HangGuard.Limit));

    private protected Task UseOwnerAsync(bool byDefault) =>
        byDefault ? WorkflowApplication.CreateDefaultInstanceOwnerAsync(Store, null, WorkflowIdentityFilter.Any) : Task.CompletedTask;

    private protected WorkflowApplication ApplicationOf(Activity root, params object[] extensions)
    {
        WorkflowApplication application = Hosted.Free(Log, root, [Clock, .. extensions]).Application;
        application.InstanceStore = Store;
        return application;
    }

    /// <summary>Starts an application, and returns when its instance waits.</summary>
    private protected async Task<WorkflowApplication> IdleApplicationOfAsync(Activity root, params object[] extensions)
    {
        WorkflowApplication application = ApplicationOf(root, extensions);
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        application.Idle = _ => idle.TrySetResult();
        application.Run();
        await idle.Task.WaitAsync(HangGuard.Limit);
        return application;
    }

    /// <summary>Waits until no owner holds the lock of the instance: neither the aborted application nor a late call.</summary>
    private protected Task FreeAsync(Guid id) => UntilAsync(() => IsFreeAsync(id));

    private protected async Task<bool> IsFreeAsync(Guid id)
    {
        InstanceOwner owner = await _inner.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        try
        {
            StoredInstance loaded = await _inner.LoadAsync(owner, InstanceLoad.ById(id), CancellationToken.None);
            await _inner.UnlockAsync(owner, InstanceUnlock.Release(id, loaded.LockVersion), CancellationToken.None);
            return true;
        }
        catch (InstanceLockedException)
        {
            return false;
        }
        catch (InstancePersistenceException gone) when (gone is InstanceNotReadyException or InstanceCompleteException)
        {
            return true;
        }
        finally
        {
            await _inner.DeleteOwnerAsync(owner, CancellationToken.None);
        }
    }

    /// <summary>Advances the clock until the condition is true.</summary>
    private protected async Task UntilAsync(Func<Task<bool>> condition)
    {
        using CancellationTokenSource guard = new(HangGuard.Limit, TimeProvider.System);
        while (!await condition())
        {
            guard.Token.ThrowIfCancellationRequested();
            await PassAsync(0.5 * Second);
        }
    }

    /// <summary>Waits for the condition with a minimal advance of the clock: one millisecond per millisecond of real time, or less.</summary>
    private protected async Task SoonAsync(Func<Task<bool>> condition)
    {
        using CancellationTokenSource guard = new(HangGuard.Limit, TimeProvider.System);
        while (!await condition())
        {
            Clock.Advance(0.001 * Second);
            await Task.Delay(0.001 * Second, TimeProvider.System, guard.Token);
        }
    }

    /// <summary>Advances the clock in small steps, and yields to other threads between them.</summary>
    private protected async Task PassAsync(TimeSpan time)
    {
        for (TimeSpan passed = TimeSpan.Zero; passed < time; passed += 0.5 * Second)
        {
            Clock.Advance(0.5 * Second);
            await Task.Yield();
        }
    }

    /// <summary>Advances the clock in small steps, and waits after each step until the work that the step started is settled.</summary>
    private protected async Task PassAsync(TimeSpan time, Func<bool> isSettled)
    {
        using CancellationTokenSource guard = new(HangGuard.Limit, TimeProvider.System);
        for (TimeSpan passed = TimeSpan.Zero; passed < time; passed += 0.5 * Second)
        {
            await PassAsync(0.5 * Second);
            while (!isSettled())
            {
                guard.Token.ThrowIfCancellationRequested();
                await Task.Yield();
            }
        }
    }

    /// <summary>Enlists in a transaction, and votes when the test releases it.</summary>
    private protected sealed class HangingEnlistment(Hang hang) : IEnlistmentNotification
    {
        public static void In(Hang hang) => Transaction.Current!.EnlistVolatile(new HangingEnlistment(hang), EnlistmentOptions.None);

        public void Prepare(PreparingEnlistment preparingEnlistment) =>
            hang.HereAsync(CancellationToken.None).ConfigureAwait(false).GetAwaiter().OnCompleted(preparingEnlistment.Prepared);

        public void Commit(Enlistment enlistment) => enlistment.Done();

        public void Rollback(Enlistment enlistment) => enlistment.Done();

        public void InDoubt(Enlistment enlistment) => enlistment.Done();
    }
}
