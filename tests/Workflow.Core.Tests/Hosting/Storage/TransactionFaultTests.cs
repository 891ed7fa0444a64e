using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Scope = Workflow.Statements.TransactionScope;

namespace Workflow.Core.Tests.Hosting;

/// <summary>
/// A store that fails or hangs while it saves an instance within the transaction of the instance. The instance never continues with a state that may not be
/// stored.
/// </summary>
[Rule("10.3.2")]
public sealed class TransactionFaultTests : FaultyStoreTests
{
    private Transaction? _transaction;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Rule("16.5")]
    public async Task Abort_WhileTheSaveHangs_RollsBack(bool honoursToken)
    {
        Hang hang = new(honoursToken);
        Store.Disturb(StoreCallKind.Save, hang, isLate: true);
        WorkflowApplication application = ApplicationOf(Root());
        application.Run();
        await hang.Reached;
        application.Abort("enough");
        WorkflowApplicationAbortedException aborted = await AbortedAsync(application);
        Assert.DoesNotContain("stored state is unknown", aborted.Message, StringComparison.Ordinal);
        hang.LetGo();
        Log.AssertIs("body", "work rolled back", "aborted enough");
        await NotSavedAsync(application.Id);
    }

    /// <summary>Rolls back as a timeout of the transaction does (regression 25).</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rollback_WhileTheSaveHangs_EndsIt(bool honoursToken)
    {
        Hang hang = new(honoursToken);
        Store.Disturb(StoreCallKind.Save, hang, isLate: true);
        (WorkflowApplication application, Task idle) = Begin(Root(aborts: false));
        await hang.Reached;
        _transaction!.Rollback(new TimeoutException("late"));
        await idle.WaitAsync(HangGuard.Limit);
        Assert.Contains("caught late", Log.Entries);

        // The late result of the hanging save is ignored: the next save is the first one.
        Store.Before = Store.After = null;
        Task persist = application.PersistAsync();
        hang.LetGo();
        await persist.WaitAsync(HangGuard.Limit);
        await application.PersistAsync().WaitAsync(HangGuard.Limit);
        await application.UnloadAsync().WaitAsync(HangGuard.Limit);
        Assert.True(await IsFreeAsync(application.Id));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Save_Fails_IsHandledAsAFailedCommit(bool aborts)
    {
        Store.Before = static (kind, _) => kind == StoreCallKind.Save ? throw new TimeoutException("down") : Task.CompletedTask;
        (WorkflowApplication application, Task idle) = Begin(Root(aborts));
        if (aborts)
        {
            OperationCanceledException reason = Assert.IsType<OperationCanceledException>((await AbortedAsync(application)).InnerException);
            Assert.Equal("down", Assert.IsType<TransactionAbortedException>(reason.InnerException).InnerException!.Message);
        }
        else
        {
            await idle.WaitAsync(HangGuard.Limit);
            Assert.Contains("caught down", Log.Entries);
            Store.Before = null;
            await application.PersistAsync().WaitAsync(HangGuard.Limit);
        }

        Assert.Contains("work rolled back", Log.Entries);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Rule("7.9.1")]
    public async Task Owner_CreationFails_RollsBack(bool hangsFirst)
    {
        Hang hang = new();
        Store.Before = (kind, token) => kind != StoreCallKind.CreateOwner
            ? Task.CompletedTask
            : hangsFirst ? hang.HereAsync(token) : throw new TimeoutException("down");
        (WorkflowApplication application, Task idle) = Begin(Root(aborts: false));
        if (hangsFirst)
        {
            await hang.Reached;

            // The body does not run before the store has answered.
            Assert.Empty(Log.Entries);
            hang.LetGo(new TimeoutException("down"));
        }

        await idle.WaitAsync(HangGuard.Limit);
        Assert.Equal(["body", "work rolled back", "caught down"], Log.Entries.Take(3));
        Store.Before = null;
        await application.PersistAsync().WaitAsync(HangGuard.Limit);
    }

    [Fact]
    [Rule("16.5")]
    public async Task Abort_WhileTheCommitHangs_ReportsAnUnknownState()
    {
        Hang hang = new();
        WorkflowApplication application = ApplicationOf(Root(body: () => HangingEnlistment.In(hang)));
        application.Run();
        await hang.Reached;
        application.Abort("enough");
        WorkflowApplicationAbortedException aborted = await AbortedAsync(application);
        Assert.Contains("stored state is unknown", aborted.Message, StringComparison.Ordinal);
        hang.LetGo();

        // The transaction commits in the end, and the instance is not locked.
        await UntilAsync(
            async () => await IsFreeAsync(application.Id)
                && await Inner.QueryAsync(new InstanceQuery(), CancellationToken.None).GetAsyncEnumerator().MoveNextAsync());
    }

    [Fact]
    public async Task Outcome_InDoubt_AlwaysAborts()
    {
        WorkflowApplication application = ApplicationOf(Root(aborts: false, body: () => Transaction.Current!.EnlistPromotableSinglePhase(new Doubtful())));
        application.Run();
        WorkflowApplicationAbortedException aborted = await AbortedAsync(application);
        Assert.Contains("stored state is unknown", aborted.Message, StringComparison.Ordinal);
        Assert.Contains(
            "unknown whether the transaction was committed",
            Assert.IsType<InstancePersistenceException>(aborted.InnerException).Message,
            StringComparison.Ordinal);
        await FreeAsync(application.Id);
    }

    /// <summary>Another host may hold the instance, so this one must not continue, although the scope could throw.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Rule("7.9.1")]
    public async Task Owner_LostBeforeTheCommit_AlwaysAborts(bool isLostInTheBody)
    {
        Activity scope = Root(aborts: false, body: () =>
        {
            if (isLostInTheBody)
            {
                LoseOwner();
            }
            else
            {
                Transaction.Current!.EnlistVolatile(new BeforeTheVote(LoseOwner), EnlistmentOptions.EnlistDuringPrepareRequired);
            }
        });
        WorkflowApplication application = ApplicationOf(new Sequence { Activities = { new Persist(), scope } });
        application.Run();
        WorkflowApplicationAbortedException aborted = await AbortedAsync(application);
        Assert.True(aborted.InnerException is InstanceOwnerException or InstanceLockLostException, $"{aborted}");
        Assert.DoesNotContain("caught", string.Join(' ', Log.Entries), StringComparison.Ordinal);
        await FreeAsync(application.Id);
    }

    private static async Task<bool> IsSavedAsync(InstanceStore store, Guid id)
    {
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery { InstanceIds = [id] }, CancellationToken.None))
        {
            return summary.InstanceId == id;
        }

        return false;
    }

    private async Task NotSavedAsync(Guid id) => Assert.False(await IsSavedAsync(Inner, id));

    private void LoseOwner()
    {
        using System.Transactions.TransactionScope outside = new(TransactionScopeOption.Suppress);
        Assert.True(Inner.DeleteOwnerAsync(Store.LastOwner!, CancellationToken.None).IsCompletedSuccessfully);
    }

    private (WorkflowApplication Application, Task Idle) Begin(Activity root)
    {
        WorkflowApplication application = ApplicationOf(root);
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        application.Idle = _ => idle.TrySetResult();
        application.Run();
        return (application, idle.Task);
    }

    private TryCatch Root(bool aborts = true, Action? body = null)
    {
        DelegateInArgument<TransactionAbortedException> exception = new();
        Step work = new(Log, "body", _ =>
        {
            _transaction = Transaction.Current;
            body?.Invoke();
            if (body is null)
            {
                Enlisted.In(Log, "work");
            }
        });
        return new TryCatch
        {
            Try = new Scope { AbortInstanceOnTransactionFailure = aborts, Body = work },
            Catches =
            {
                new Catch<TransactionAbortedException>
                {
                    Action = new ActivityAction<TransactionAbortedException>
                    {
                        Argument = exception,
                        Handler = new Note(Log, context => $"caught {exception.Get(context)!.InnerException!.Message}"),
                    },
                },
            },
            Finally = new Wait(Log, "w"),
        };
    }

    /// <summary>An enlistment whose outcome is in doubt.</summary>
    private sealed class Doubtful : IPromotableSinglePhaseNotification
    {
        public void Initialize()
        {
        }

        public byte[]? Promote() => null;

        public void SinglePhaseCommit(SinglePhaseEnlistment singlePhaseEnlistment) => singlePhaseEnlistment.InDoubt(new TimeoutException("no answer"));

        public void Rollback(SinglePhaseEnlistment singlePhaseEnlistment) => singlePhaseEnlistment.Aborted();
    }

    private sealed class BeforeTheVote(Action action) : IEnlistmentNotification
    {
        public void Prepare(PreparingEnlistment preparingEnlistment)
        {
            action();
            preparingEnlistment.Prepared();
        }

        public void Commit(Enlistment enlistment) => enlistment.Done();

        public void Rollback(Enlistment enlistment) => enlistment.Done();

        public void InDoubt(Enlistment enlistment) => enlistment.Done();
    }
}
