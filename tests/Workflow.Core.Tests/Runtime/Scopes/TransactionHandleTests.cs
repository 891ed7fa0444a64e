using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.State;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Scopes;

/// <summary>Tests transaction handles that an activity declares itself (rules 10.1 to 10.3 and 10.6).</summary>
public sealed class TransactionHandleTests
{
    private readonly Log _log = new();
    private readonly Variable<RuntimeTransactionHandle> _handle = new();

    [Theory, Lanes]
    [Rule("10.1")]
    public void RequestTransactionContext_NotRegistered_IsRefused(Lane lane)
    {
        Probe root = Owner("p");
        root.Body = context => _handle.Get(context).RequestTransactionContext(context, Call, null);
        Assert.Contains("not among the execution properties", ReasonOf(root, lane), StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("10.1")]
    public void RequestTransactionContext_ExistingTransaction_IsRefused(Lane lane)
    {
        using CommittableTransaction existing = new();
        RuntimeTransactionHandle handle = new(existing);
        Probe root = Owner("p");
        root.Body = context => handle.RequestTransactionContext(context, Call, Do(context => context.SetRuntimeTransaction(existing)));
        Assert.Contains("stands for one that exists", ReasonOf(root, lane), StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("10.1")]
    public void RequestTransactionContext_CallbackOfOtherObject_IsRefused(Lane lane)
    {
        Probe root = Owner("p");
        root.Body = context => Register(context).RequestTransactionContext(context, (_, _) => _log.Add("never"), null);
        Ended ended = Runner.Run(root, lane);
        Assert.IsType<ArgumentException>(ended.Reason);
    }

    [Theory, Lanes]
    [Rule("10.1")]
    public void RequestTransactionContext_CallbackSetsNone_HasNoTransaction(Lane lane)
    {
        Probe root = Owner("p", new Step(_log, "child", _ => _log.Add($"{Transaction.Current is null}")));
        root.Body = context => Register(context).RequestTransactionContext(context, Call, Do(context => root.Schedule(context, root.Children[0])));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "child", "True", "p < child Closed");
    }

    [Theory, Lanes]
    [Rule("10.1")]
    public void RequestTransactionContext_AfterCompletion_IsGrantedAgain(Lane lane)
    {
        Probe root = Owner("p");
        int number = 0;
        Action<NativeActivityTransactionContext> begin = null!;
        begin = context =>
        {
            context.SetRuntimeTransaction(new CommittableTransaction());
            Transaction current = _handle.Get(context).GetCurrentTransaction(context)!;
            _log.Add($"begins {++number} {current.TransactionInformation.Status}");
            _handle.Get(context).CompleteTransaction(context, root.Resumed);
        };
        root.Body = context => Register(context).RequestTransactionContext(context, Call, Do(begin));
        root.OnResume = (context, _, _) =>
        {
            _log.Add($"{_handle.Get(context).GetCurrentTransaction(context) is null}");
            if (number < 2)
            {
                _handle.Get(context).RequestTransactionContext(context, Call, Do(begin));
            }
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "begins 1 Active", "p @  ", "True", "begins 2 Active", "p @  ", "True");
    }

    [Theory, Lanes]
    [Rule("10.1")]
    public void RequireTransactionContext_BesideRequest_IsGrantedFirst(Lane lane)
    {
        Variable<RuntimeTransactionHandle> second = new();
        Probe a = Owner("a");
        Probe b = new(_log, "b") { PrivateVariables = { second } };
        a.Body = context => Register(context).RequestTransactionContext(context, Call, Do(_ => _log.Add("requested")));
        b.Body = context => Register(context, second).RequireTransactionContext(context, Call, Do(_ => _log.Add("required")));
        Runner.Run(new Parallel { Branches = { a, b } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a executes", "b executes", "required", "requested");
    }

    [Theory, Lanes]
    [Rule("10.1")]
    public void RequireTransactionContext_WhileOtherWaits_IsRefused(Lane lane)
    {
        Variable<RuntimeTransactionHandle> second = new();
        Probe a = Owner("a");
        Probe b = new(_log, "b") { PrivateVariables = { second } };
        a.Body = context => Register(context).RequireTransactionContext(context, Call, Do(_ => _log.Add("required")));
        b.Body = context => Register(context, second).RequireTransactionContext(context, Call, null);
        Assert.Contains("only one may wait", ReasonOf(new Parallel { Branches = { a, b } }, lane), StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("10.1")]
    public void RequestTransactionContext_RequesterAborted_DoesNotBlockNext(Lane lane)
    {
        Operation operation = new(_log, "op");
        Probe a = Owner("a");
        a.Body = context => Register(context).RequireTransactionContext(context, Call, Do(_ => _log.Add("granted")));
        Probe root = new(_log, "root", operation, a, new Statements.TransactionScope { DisplayName = "scope", Body = new Step(_log, "body") });
        root.Body = context =>
        {
            root.Schedule(context, operation);
            root.Schedule(context, root.Children[2]);
            ActivityInstance waiting = root.Schedule(context, a);
            _waiting = waiting;
        };
        root.OnChild = (context, completed) =>
        {
            if (completed.Activity == operation)
            {
                context.AbortChildInstance(_waiting!);
            }
        };
        Running running = Runner.Start(root, lane);
        operation.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains("body", _log.Entries);
        Assert.DoesNotContain("granted", _log.Entries);
    }

    [Theory, Lanes]
    [Rule("10.1")]
    public void SetRuntimeTransaction_Twice_Faults(Lane lane)
    {
        Probe root = Owner("p");
        root.Body = context => Register(context).RequestTransactionContext(context, Call, Do(context =>
        {
            context.SetRuntimeTransaction(new CommittableTransaction());
            context.SetRuntimeTransaction(new CommittableTransaction());
        }));
        Ended ended = Runner.Run(root, lane);
        Assert.Equal(ExecutionOutcome.Aborted, ended.Outcome);
        Assert.Contains("has one already", ended.Reason!.Message, StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("10.3")]
    public async Task SetRuntimeTransaction_DependentClone_WaitsForCommit(Lane lane)
    {
        using CommittableTransaction other = new();
        Probe root = Owner("p", new Step(_log, "child", _ => Enlisted.In(_log, "work")));
        root.Body = context => Register(context).RequestTransactionContext(context, Call, Do(context =>
        {
            context.SetRuntimeTransaction(other.Clone());
            root.Schedule(context, root.Children[0]);
        }));
        Running running = Runner.Start(root, lane);
        Assert.True(running.IsIdle);
        _log.AssertIs("p executes", "child", "p < child Closed");
        NoContext.Run(other.Commit);
        (await running.EndAsync()).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("10.3")]
    public void CompleteTransaction_WithoutOne_IsRefused(Lane lane)
    {
        Probe root = Owner("p");
        root.Body = context => Register(context).CompleteTransaction(context);
        Assert.Contains("does not have", ReasonOf(root, lane), StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("10.6")]
    public void Flags_AfterRegistration_CannotChange(Lane lane)
    {
        Probe root = Owner("p");
        root.Body = context =>
        {
            RuntimeTransactionHandle handle = Register(context);
            Assert.Throws<InvalidOperationException>(() => handle.AbortInstanceOnTransactionFailure = false);
            Assert.Throws<InvalidOperationException>(() => handle.SuppressTransaction = true);
            context.Properties.Remove(handle.ExecutionPropertyName);
            handle.AbortInstanceOnTransactionFailure = false;
            _log.Add("changed");
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "changed");
    }

    [Theory, Lanes]
    [Rule("10.2")]
    public void GetCurrentTransaction_InAsyncActivity_ReturnsTransaction(Lane lane)
    {
        Transaction? begun = null, seen = null;
        Operation operation = new(_log, "op")
        {
            OnStart = _ => begun = Transaction.Current,
            OnEnd = context => seen = context.GetProperty<RuntimeTransactionHandle>()!.GetCurrentTransaction(context),
        };
        Running running = Runner.Start(new Statements.TransactionScope { Body = operation }, lane);
        operation.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.NotNull(begun);
        Assert.Equal(begun, seen);
    }

    private ActivityInstance? _waiting;

    private static void Call(NativeActivityTransactionContext context, object? state) => ((Action<NativeActivityTransactionContext>?)state)?.Invoke(context);

    private static Action<NativeActivityTransactionContext> Do(Action<NativeActivityTransactionContext> action) => action;

    private Probe Owner(string name, params Activity[] children) => new(_log, name, children) { PrivateVariables = { _handle } };

    private RuntimeTransactionHandle Register(NativeActivityContext context, Variable<RuntimeTransactionHandle>? variable = null)
    {
        RuntimeTransactionHandle handle = (variable ?? _handle).Get(context);
        context.Properties.Add(handle.ExecutionPropertyName, handle);
        return handle;
    }

    private static string ReasonOf(Activity root, Lane lane) => Assert.IsType<InvalidOperationException>(Runner.Run(root, lane).Reason).Message;
}
