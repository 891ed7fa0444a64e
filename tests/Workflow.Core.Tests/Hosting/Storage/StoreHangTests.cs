using System.Collections.Concurrent;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting;

/// <summary>
/// Calls of a store or a participant that hang. A caller that cancels or aborts is not blocked, whether the calls honor their tokens or not, and a call that
/// ends late leaves no lock.
/// </summary>
[Rule("16.5")]
public sealed class StoreHangTests : FaultyStoreTests
{
    /// <summary>The call that hangs.</summary>
    public enum Place
    {
        CreateOwner,
        Load,
        LoadRunnable,
        FirstSave,
        LaterSave,
        Unload,
        UnlockAfterParticipants,
        ParticipantSave,
        ParticipantLoad,
        Commit,
    }

    /// <summary>The event that ends the operation.</summary>
    public enum Way
    {
        Token,
        Abort,
        LostLease,
    }

    public static TheoryData<Place, Way, bool, bool> Cases()
    {
        TheoryData<Place, Way, bool, bool> cases = [];
        foreach (Place place in Enum.GetValues<Place>())
        {
            foreach (Way way in Enum.GetValues<Way>())
            {
                foreach (bool byDefault in new[] { false, true })
                {
                    foreach (bool honoursToken in new[] { false, true })
                    {
                        // An application that has no instance yet has no lease to lose. A default owner exists before the application.
                        bool hasLease = place is not (Place.CreateOwner or Place.Load or Place.LoadRunnable);
                        if ((way != Way.LostLease || hasLease) && (place != Place.CreateOwner || !byDefault))
                        {
                            cases.Add(place, way, byDefault, honoursToken);
                        }
                    }
                }
            }
        }

        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Operation_Hangs_EndsAndLeavesNoLock(Place place, Way way, bool byDefault, bool honoursToken)
    {
        await UseOwnerAsync(byDefault);
        Hang hang = new(honoursToken);
        using CancellationTokenSource cancel = new();
        (WorkflowApplication application, Guid id, Task operation) = await BeginAsync(place, hang, cancel.Token);
        await hang.Reached;

        await WantEndAsync(way, application, cancel);

        if (way == Way.Token)
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => operation.WaitAsync(HangGuard.Limit));
            application.Abort();
        }
        else
        {
            Exception? failure = await Record.ExceptionAsync(() => operation.WaitAsync(HangGuard.Limit));
            Assert.IsNotType<TimeoutException>(failure);
            Assert.True(failure is WorkflowApplicationAbortedException or InstancePersistenceException, $"{failure}");
        }

        WorkflowApplicationAbortedException aborted = await AbortedAsync(application);
        bool wasSaving = place is not (Place.CreateOwner or Place.Load or Place.LoadRunnable or Place.ParticipantLoad);
        Assert.Equal(wasSaving, aborted.Message.Contains("stored state is unknown", StringComparison.Ordinal));
        Assert.Equal(BookmarkResumptionResult.NotReady, await application.ResumeBookmarkAsync("w").WaitAsync(HangGuard.Limit));

        hang.LetGo();
        await FreeAsync(id);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Abort_WhileTheEndIsBeingSaved_EndsTheApplication(bool honoursToken)
    {
        Hang hang = new(honoursToken);
        WorkflowApplication application = await IdleAsync();
        Store.Disturb(StoreCallKind.Complete, hang);
        await application.ResumeBookmarkAsync("w").WaitAsync(HangGuard.Limit);
        await hang.Reached;
        Task persist = application.PersistAsync();
        application.Abort("enough");

        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => persist.WaitAsync(HangGuard.Limit));
        WorkflowApplicationAbortedException aborted = await AbortedAsync(application);
        Assert.Contains("stored state is unknown", aborted.Message, StringComparison.Ordinal);
        hang.LetGo();
        await FreeAsync(application.Id);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Rule("7.9.2")]
    public async Task Unload_WhileTheOwnerCannotBeDeleted_DoesNotWaitForIt(bool honoursToken)
    {
        Hang hang = new(honoursToken);
        WorkflowApplication application = await IdleAsync();
        Store.Disturb(StoreCallKind.DeleteOwner, hang);
        await application.UnloadAsync().WaitAsync(HangGuard.Limit);
        await hang.Reached;
        await Assert.ThrowsAsync<WorkflowApplicationUnloadedException>(() => application.Completion.WaitAsync(HangGuard.Limit));
        await FreeAsync(application.Id);
        hang.LetGo();
    }

    [Theory]
    [InlineData(StoreCallKind.CreateOwner)]
    [InlineData(StoreCallKind.DeleteOwner)]
    [Rule("7.9.2")]
    public async Task DefaultOwner_CallHangs_IsCanceledByTheToken(StoreCallKind call)
    {
        if (call == StoreCallKind.DeleteOwner)
        {
            await UseOwnerAsync(byDefault: true);
        }

        Hang hang = new();
        using CancellationTokenSource cancel = new();
        Store.Disturb(call, hang);
        Task operation = call == StoreCallKind.DeleteOwner
            ? WorkflowApplication.DeleteDefaultInstanceOwnerAsync(Store, cancel.Token)
            : WorkflowApplication.CreateDefaultInstanceOwnerAsync(Store, null, WorkflowIdentityFilter.Any, cancel.Token);
        await hang.Reached;
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => operation.WaitAsync(HangGuard.Limit));
        Assert.Null(Store.DefaultOwner);
        hang.LetGo();
        await UntilAsync(() => Task.FromResult(Clock.PendingTimers == 0));
    }

    [Fact]
    [Rule("16.7")]
    public async Task GetInstance_Hangs_IsCanceledByItsTokenAndLeavesNoLock()
    {
        await UseOwnerAsync(byDefault: true);
        Guid id = await SavedAsync();
        Hang hang = new();
        using CancellationTokenSource cancel = new();
        Store.Disturb(StoreCallKind.Load, hang, isLate: true);
        Task operation = WorkflowApplication.GetInstanceAsync(id, Store, cancel.Token);
        await hang.Reached;
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => operation.WaitAsync(HangGuard.Limit));
        hang.LetGo();
        await FreeAsync(id);
    }

    /// <summary>The abandoned load has locked the instance. The next load in this process succeeds after that lock is released.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Load_AfterACanceledLoad_WaitsForItsUnlock(bool byDefault)
    {
        await UseOwnerAsync(byDefault);
        Guid id = await SavedAsync();
        Hang hang = new();
        using CancellationTokenSource cancel = new();
        Store.Disturb(StoreCallKind.Load, hang, isLate: true);
        Task givenUp = WorkflowApplication.GetInstanceAsync(id, Store, cancel.Token);
        await hang.Reached;
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => givenUp.WaitAsync(HangGuard.Limit));

        Task<WorkflowApplicationInstance> next = WorkflowApplication.GetInstanceAsync(id, Store);
        Assert.False(next.IsCompleted);
        hang.LetGo();
        WorkflowApplicationInstance instance = await next.WaitAsync(HangGuard.Limit);
        await instance.AbandonAsync();
        await FreeAsync(id);
    }

    [Fact]
    [Rule("7.7")]
    public async Task Save_AfterACanceledSave_WaitsForItsEnd()
    {
        WorkflowApplication application = await IdleAsync();
        await application.PersistAsync().WaitAsync(HangGuard.Limit);
        Hang hang = new();
        using CancellationTokenSource cancel = new();
        int saves = 0;
        Store.Before = (kind, token) => kind == StoreCallKind.Save && Interlocked.Increment(ref saves) == 1 ? hang.HereAsync(token) : Task.CompletedTask;
        Task givenUp = application.PersistAsync(cancel.Token);
        await hang.Reached;
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => givenUp.WaitAsync(HangGuard.Limit));

        Task next = application.PersistAsync();
        Assert.Equal(1, saves);
        hang.LetGo();
        await next.WaitAsync(HangGuard.Limit);
        Assert.Equal(2, saves);
    }

    [Fact]
    [Rule("7.9.2")]
    public async Task Unload_CanceledButWritten_AbortsTheInstance()
    {
        WorkflowApplication application = await IdleAsync();
        Hang hang = new();
        using CancellationTokenSource cancel = new();
        Store.Disturb(StoreCallKind.Save, hang, isLate: true);
        Task unload = application.UnloadAsync(cancel.Token);
        await hang.Reached;
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => unload.WaitAsync(HangGuard.Limit));
        hang.LetGo();
        WorkflowApplicationAbortedException aborted = await AbortedAsync(application);
        Assert.IsType<InstanceLockLostException>(aborted.InnerException);
        await FreeAsync(application.Id);
    }

    [Fact]
    [Rule("10.3")]
    public async Task Abort_DuringTheCommitOfATransaction_DoesNotWait()
    {
        Hang hang = new();
        TransactionScope scope = new() { Body = new Step(Log, "body", _ => HangingEnlistment.In(hang)) };
        WorkflowApplication application = ApplicationOf(scope);
        application.Run();
        await hang.Reached;
        application.Abort("enough");
        await AbortedAsync(application);
        hang.LetGo();
    }

    [Fact]
    public async Task Calls_FailingAfterTheirAbandonment_AreObserved()
    {
        ConcurrentQueue<Exception> unobserved = [];
        void OnUnobserved(object? sender, UnobservedTaskExceptionEventArgs args)
        {
            if (args.Exception.InnerExceptions.Any(failure => failure is LateException))
            {
                unobserved.Enqueue(args.Exception);
            }
        }

        TaskScheduler.UnobservedTaskException += OnUnobserved;
        foreach (Place place in Enum.GetValues<Place>().Except([Place.Commit]))
        {
            await FailLateAsync(place);
        }

        GC.Collect();
        GC.WaitForPendingFinalizers();
        TaskScheduler.UnobservedTaskException -= OnUnobserved;
        Assert.Empty(unobserved);
    }

    private async Task FailLateAsync(Place place)
    {
        Hang hang = new();
        (WorkflowApplication application, _, Task operation) = await BeginAsync(place, hang, CancellationToken.None);
        await hang.Reached;
        application.Abort();
        await Record.ExceptionAsync(() => operation.WaitAsync(HangGuard.Limit));
        hang.LetGo(new LateException());
        Store.Before = Store.After = null;
    }

    /// <summary>Creates an application, and starts an operation that hangs.</summary>
    private async Task<(WorkflowApplication Application, Guid InstanceId, Task Operation)> BeginAsync(
        Place place,
        Hang hang,
        CancellationToken cancellationToken)
    {
        if (place is Place.Load or Place.LoadRunnable or Place.ParticipantLoad)
        {
            return await BeginLoadAsync(place, hang, cancellationToken);
        }

        WorkflowApplication application = await IdleAsync(place switch
        {
            Place.ParticipantSave => [new IOLoader(Log) { OnSave = hang.HereAsync }],
            Place.UnlockAfterParticipants => [new IOLoader(Log)],
            Place.Commit => [new IOLoader(Log, needsTransaction: true) { OnSave = _ => HangAtCommit(hang) }],
            _ => [],
        });
        if (place is Place.LaterSave or Place.Unload or Place.UnlockAfterParticipants)
        {
            await application.PersistAsync(CancellationToken.None).WaitAsync(HangGuard.Limit, CancellationToken.None);
        }

        switch (place)
        {
            case Place.CreateOwner:
                Store.Disturb(StoreCallKind.CreateOwner, hang);
                break;
            case Place.FirstSave:
                Store.Disturb(StoreCallKind.Save, hang, isLate: true);
                break;
            case Place.LaterSave or Place.Unload:
                Store.Disturb(StoreCallKind.Save, hang);
                break;
            case Place.UnlockAfterParticipants:
                Store.Disturb(StoreCallKind.Unlock, hang);
                break;
        }

        bool unloads = place is Place.Unload or Place.UnlockAfterParticipants;
        return (application, application.Id, unloads ? application.UnloadAsync(cancellationToken) : application.PersistAsync(cancellationToken));
    }

    private async Task<(WorkflowApplication Application, Guid InstanceId, Task Operation)> BeginLoadAsync(
        Place place,
        Hang hang,
        CancellationToken cancellationToken)
    {
        Guid id = await SavedAsync();
        WorkflowApplication application = ApplicationOf(
            new Wait(Log, "w"),
            place == Place.ParticipantLoad ? [new IOLoader(Log) { OnLoad = hang.HereAsync }] : []);
        if (place == Place.LoadRunnable)
        {
            InstanceOwner owner = await Inner.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
            await Inner.LoadAsync(owner, InstanceLoad.ById(id), CancellationToken.None);
            await Inner.DeleteOwnerAsync(owner, CancellationToken.None);
            Clock.Advance(Second);
        }

        if (place != Place.ParticipantLoad)
        {
            // A call that ignores its token has already locked the instance. A call that honors it must not have locked, or must release the lock.
            Store.Disturb(place == Place.Load ? StoreCallKind.Load : StoreCallKind.LoadRunnable, hang, isLate: !hang.HonoursToken);
        }

        return (application, id, place == Place.LoadRunnable ? application.LoadRunnableAsync(cancellationToken) : application.LoadAsync(id, cancellationToken));
    }

    private async Task WantEndAsync(Way way, WorkflowApplication application, CancellationTokenSource cancel)
    {
        switch (way)
        {
            case Way.Token:
                await cancel.CancelAsync();
                break;
            case Way.Abort:
                application.Abort("enough");
                break;
            default:
                // The application detects the loss at the next renewal. It waits for the result of the store, but only for a limited time.
                await Inner.DeleteOwnerAsync(Store.LastOwner!, CancellationToken.None);
                Clock.Advance(30 * Second);
                Clock.Advance(30 * Second);
                break;
        }
    }

    private static Task HangAtCommit(Hang hang)
    {
        HangingEnlistment.In(hang);
        return Task.CompletedTask;
    }

    private Task<WorkflowApplication> IdleAsync(params object[] extensions) => IdleApplicationOfAsync(new Wait(Log, "w"), extensions);

    private async Task<Guid> SavedAsync()
    {
        WorkflowApplication application = await IdleAsync();
        await application.UnloadAsync().WaitAsync(HangGuard.Limit);
        return application.Id;
    }

    private sealed class LateException : Exception;
}
