using System.Transactions;
using Workflow.Statements;
using Scope = Workflow.Statements.TransactionScope;

namespace Workflow.Persistence.Conformance;

/// <summary>Tests of stores that join transactions: instances that are saved in their own transaction (rule 10.3.1).</summary>
internal sealed class ScopeSuite(TestedStore tested) : StoreSuite(tested, new() { JoinsTransactions = true })
{
    private readonly List<string> _log = [];
    private bool _crashes = true;

    /// <summary>Regression 16: after a crash, a committed scope does not run again.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Scope_Committed_IsNotRunAgain(bool savesBefore)
    {
        Sequence root = new() { Activities = { savesBefore ? new Persist() : new Sequence(), InScope("body"), Crash() } };
        Guid id = await CrashAsync(root);
        InstanceSummary saved = Assert.Single(await QueryAsync());
        Assert.Equal((id, InstanceStatus.Executing), (saved.InstanceId, saved.Status));
        await LoadAsync(root, id);
        Assert.Equal(["body", "after", "after"], _log);
        Assert.Empty(await QueryAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Scope_RolledBack_LeavesLastSave(bool savesBefore)
    {
        Sequence root = new() { Activities = { savesBefore ? new Persist() : new Sequence(), InScope("body", enlist: true), Crash() } };
        WorkflowApplication application = await AbortedAsync(root);
        Assert.Equal(savesBefore ? 1 : 0, (await QueryAsync()).Length);
        _crashes = false;
        if (savesBefore)
        {
            await LoadAsync(root, application.Id);
            Assert.Equal(["body", "body", "after"], _log);
        }
    }

    /// <summary>Regression 25: after a rollback, the instance continues with the lock that it had before.</summary>
    [Fact]
    public async Task Scopes_SomeRolledBack_ContinueWithSameLock()
    {
        _crashes = false;
        Sequence root = new();
        for (int i = 0; i < 6; i++)
        {
            Scope scope = InScope($"{i}", enlist: i % 2 == 0, refuses: true);
            scope.AbortInstanceOnTransactionFailure = false;
            root.Activities.Add(new TryCatch { Try = scope, Catches = { new Catch<TransactionAbortedException>() } });
        }

        root.Activities.Add(new Persist());
        WorkflowApplication application = new(root) { InstanceStore = Store };
        application.Run();
        Assert.Equal(ActivityInstanceState.Closed, (await application.Completion.WaitAsync(Limit)).State);
        Assert.Equal(6, _log.Count);
        Assert.Empty(await QueryAsync());
    }

    [Fact]
    public async Task Instances_InConcurrentScopes_AreAllSaved()
    {
        _crashes = false;
        await Task.WhenAll(Enumerable.Range(0, 10).Select(async _ =>
        {
            WorkflowApplication application = new(new Sequence { Activities = { InScope(string.Empty), InScope(string.Empty) } }) { InstanceStore = Store };
            application.Run();
            await application.Completion.WaitAsync(Limit);
        }));
        Assert.Empty(await QueryAsync());
    }

    private Scope InScope(string name, bool enlist = false, bool refuses = false) => new()
    {
        IsolationLevel = IsolationLevel.ReadCommitted,
        Body = new Do(() =>
        {
            lock (_log)
            {
                _log.Add(name);
            }

            if (enlist && (refuses || _crashes))
            {
                Transaction.Current!.EnlistVolatile(new Refusing(), EnlistmentOptions.None);
            }
        }),
    };

    private Do Crash() => new(() =>
    {
        _log.Add("after");
        if (_crashes)
        {
            throw new InvalidOperationException("crash");
        }
    });

    /// <summary>Runs the workflow until it fails. The store then contains the last save.</summary>
    private async Task<Guid> CrashAsync(Activity root)
    {
        WorkflowApplication application = await AbortedAsync(root);
        _crashes = false;
        return application.Id;
    }

    private async Task<WorkflowApplication> AbortedAsync(Activity root)
    {
        WorkflowApplication application = new(root) { InstanceStore = Store, OnUnhandledException = _ => UnhandledExceptionAction.Abort };
        application.Run();
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => application.Completion.WaitAsync(Limit));
        return application;
    }

    private async Task LoadAsync(Activity root, Guid id)
    {
        WorkflowApplication application = new(root) { InstanceStore = Store };
        await application.LoadAsync(id).WaitAsync(Limit);
        application.Run();
        await application.Completion.WaitAsync(Limit);
    }

    private sealed class Do(Action action) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => action();
    }

    private sealed class Refusing : IEnlistmentNotification
    {
        public void Prepare(PreparingEnlistment preparingEnlistment) => preparingEnlistment.ForceRollback();

        public void Commit(Enlistment enlistment) => enlistment.Done();

        public void Rollback(Enlistment enlistment) => enlistment.Done();

        public void InDoubt(Enlistment enlistment) => enlistment.Done();
    }
}
