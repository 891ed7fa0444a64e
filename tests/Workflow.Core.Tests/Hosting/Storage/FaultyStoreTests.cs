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
        _inner = new InMemoryInstanceStore(Clock, InstanceCompletionAction.DeleteNothing, 30 * Second);
        Store = new FaultyStore(_inner);
    }

    private protected Log Log { get; } = new();

    private protected VirtualTimeProvider Clock { get; } = new();

    /// <summary>The store without its faults.</summary>
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

    /// <summary>An application whose instance waits.</summary>
    private protected async Task<WorkflowApplication> IdleApplicationOfAsync(Activity root, params object[] extensions)
    {
        WorkflowApplication application = ApplicationOf(root, extensions);
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        application.Idle = _ => idle.TrySetResult();
        application.Run();
        await idle.Task.WaitAsync(HangGuard.Limit);
        return application;
    }

    /// <summary>Nobody has the instance, in the end: neither who aborted it, nor a call that came late.</summary>
    private protected Task FreeAsync(Guid id) => UntilAsync(() => IsFreeAsync(id));

    private protected async Task<bool> IsFreeAsync(Guid id)
    {
        InstanceOwner owner = await _inner.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        try
        {
            StoredInstance loaded = await _inner.LoadAsync(owner, id, CancellationToken.None);
            await _inner.UnlockAsync(owner, id, loaded.LockVersion, CancellationToken.None);
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

    /// <summary>Lets time pass until something is so.</summary>
    private protected async Task UntilAsync(Func<Task<bool>> condition)
    {
        using CancellationTokenSource guard = new(HangGuard.Limit, TimeProvider.System);
        while (!await condition())
        {
            guard.Token.ThrowIfCancellationRequested();
            await PassAsync(0.5 * Second);
        }
    }

    /// <summary>The same, with next to no time: a thousandth of a second of the clock for at least as much of the real one.</summary>
    private protected async Task SoonAsync(Func<Task<bool>> condition)
    {
        using CancellationTokenSource guard = new(HangGuard.Limit, TimeProvider.System);
        while (!await condition())
        {
            Clock.Advance(0.001 * Second);
            await Task.Delay(0.001 * Second, TimeProvider.System, guard.Token);
        }
    }

    /// <summary>Lets time pass as it does: in small steps, between which other threads have their turn.</summary>
    private protected async Task PassAsync(TimeSpan time)
    {
        for (TimeSpan passed = TimeSpan.Zero; passed < time; passed += 0.5 * Second)
        {
            Clock.Advance(0.5 * Second);
            await Task.Yield();
        }
    }

    /// <summary>The same, with a wait after each step until what it has begun has come so far.</summary>
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

    /// <summary>Takes part in a transaction, and answers when the test lets it go.</summary>
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
