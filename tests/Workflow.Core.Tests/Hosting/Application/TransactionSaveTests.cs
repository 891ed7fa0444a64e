using System.Transactions;
using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Tracking;
using Scope = Workflow.Statements.TransactionScope;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>An instance is saved at the end of its transaction, within that transaction (rule 10.3.1).</summary>
[Rule("10.3.1")]
public sealed class TransactionSaveTests : StoredApplications
{
    private bool _fails = true;

    [Fact]
    public void Scope_Completed_IsNotRunAgainAfterACrash()
    {
        Sequence root = new() { Activities = { Body(), Crash() } };
        Guid id = RunAndCrash(root);
        InstanceSummary saved = Summary(id)!;
        Assert.Equal((InstanceStatus.Executing, (Guid?)null), (saved.Status, saved.OwnerId));
        Log.AssertIs("body", "work committed", "after", "unhandled crash from after 4", "aborted crash");
        Log.Clear();
        Loaded(root, id).Run();
        Log.AssertIs("after", "completed Closed", "unloaded");
    }

    [Fact]
    public void Scope_AsTheRoot_IsSavedAndCompletes()
    {
        Hosted hosted = With(Body()).Run();
        Log.AssertIs("body", "work committed", "completed Closed", "unloaded");
        Assert.Equal(InstanceStatus.Closed, Summary(hosted.Application.Id)!.Status);
    }

    [Fact]
    public void Scopes_OneAfterTheOther_AreEachSaved()
    {
        Variable<int> number = new("number", 0);
        Scope Next() => new() { Body = new Assign<int> { To = number, Value = new InArgument<int>(context => number.Get(context) + 1) } };
        Sequence root = new() { Variables = { number }, Activities = { Next(), Next(), Next(), new Note(Log, context => $"{number.Get(context)}"), Crash() } };
        Guid id = RunAndCrash(root);
        Log.Clear();
        Loaded(root, id).Run();
        Log.AssertIs("3", "after", "completed Closed", "unloaded");
    }

    /// <summary>Between the moment at which a transaction may begin and its beginning, there is a boundary at which the host can save.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Unload_BeforeATransactionBegins_ComesAfterIt(bool isRequired)
    {
        Hosted? hosted = null;
        Task? unload = null;
        Variable<RuntimeTransactionHandle> handle = new("handle");
        Probe scope = new(Log, "scope") { PrivateVariables = { handle } };
        scope.Body = context =>
        {
            RuntimeTransactionHandle own = handle.Get(context);
            context.Properties.Add(own.ExecutionPropertyName, own);
            Action<NativeActivityContext, Action<NativeActivityTransactionContext, object?>, object?> request =
                isRequired ? own.RequireTransactionContext : own.RequestTransactionContext;
            request(context, Call, (Action<NativeActivityTransactionContext>)(inside =>
            {
                CommittableTransaction transaction = new();
                inside.SetRuntimeTransaction(transaction);
                Enlist(transaction);
            }));
            unload = hosted!.Application.UnloadAsync();
        };
        Sequence root = new() { Activities = { scope, new Wait(Log, "w") } };
        hosted = With(root);
        hosted.Run();
        Assert.True(unload!.IsCompletedSuccessfully, $"{unload.Exception}");
        Log.AssertIs("scope executes", "work committed", "unloaded");
        Loaded(root, hosted.Application.Id).Run().Resume("w", 1);
        Assert.Contains("completed Closed", Log.Entries);
    }

    [Theory]
    [Rule("10.3.2")]
    [InlineData(true)]
    [InlineData(false)]
    public void Commit_Refused_LeavesTheStoreUnchanged(bool aborts)
    {
        TryCatch root = Caught(
            new Scope { AbortInstanceOnTransactionFailure = aborts, Body = new Step(Log, "body", _ => Enlisted.In(Log, "work", refuses: true)) });
        Hosted hosted = With(root).Run();
        Assert.Null(Summary(hosted.Application.Id));
        if (aborts)
        {
            Assert.IsType<TransactionAbortedException>(AbortReason(hosted).InnerException);
            return;
        }

        Log.AssertIs("body", "work refuses", "caught", "w waits", "idle w", "persistable w");

        // The save that was rolled back was the first one, so this save is the first one as well.
        hosted.Do(application => application.PersistAsync());
        hosted.Do(application => application.PersistAsync());
        Assert.Equal(InstanceStatus.Idle, Summary(hosted.Application.Id)!.Status);
        hosted.Resume("w", 1);
        Assert.Equal(InstanceStatus.Closed, Summary(hosted.Application.Id)!.Status);
    }

    [Fact]
    public void Commit_RefusedAfterAnEarlierSave_KeepsThatSave()
    {
        Sequence root = new()
        {
            Activities =
            {
                new Wait(Log, "a"),
                new Scope { Body = new Step(Log, "body", _ => Enlisted.In(Log, "work", refuses: _fails)) },
                new Wait(Log, "b")
            }
        };
        Hosted first = With(root).Run();
        first.Do(application => application.PersistAsync());
        first.Resume("a");
        Log.Clear();
        _fails = false;
        Loaded(root, first.Application.Id).Resume("a", 2);
        Log.AssertIs("a resumed 2", "body", "work committed", "b waits", "idle b", "persistable b");
    }

    [Theory]
    [Rule("10.3.2")]
    [InlineData(true)]
    [InlineData(false)]
    public void Value_NotSerializable_RollsBack(bool aborts)
    {
        Variable<object> stream = new("stream", _ => new MemoryStream());
        TryCatch root = Caught(new Scope { AbortInstanceOnTransactionFailure = aborts, Body = new Step(Log, "body", _ => Enlisted.In(Log, "work")) });
        root.Variables.Add(stream);
        Hosted hosted = With(root).Run();
        Assert.Null(Summary(hosted.Application.Id));
        if (aborts)
        {
            Assert.IsType<SnapshotException>(AbortReason(hosted).InnerException!.InnerException);
            Assert.Contains("'stream'", AbortReason(hosted).InnerException!.Message, StringComparison.Ordinal);
        }
        else
        {
            Log.AssertIs("body", "work rolled back", "caught", "w waits", "idle w", "persistable w");
        }
    }

    [Fact]
    [Rule("10.3.2")]
    public void Rollback_InTheBody_SavesNothing()
    {
        Saver saver = new(Log);
        Hosted hosted = With(new Scope { Body = new Step(Log, "body", _ => Transaction.Current!.Rollback(new TimeoutException("late"))) }, saver).Run();
        Assert.Equal("late", AbortReason(hosted).InnerException!.InnerException!.Message);
        Assert.Null(Summary(hosted.Application.Id));
    }

    [Fact]
    [Rule("10.3.2")]
    public void Commit_InTheBody_Aborts()
    {
        Scope scope = new()
        {
            AbortInstanceOnTransactionFailure = false,
            Body = new Step(Log, "body", _ => ((CommittableTransaction)Transaction.Current!).Commit())
        };
        Hosted hosted = With(Caught(scope)).Run();
        Assert.Contains("let the scope commit", Assert.IsType<WorkflowApplicationAbortedEventArgs>(hosted.Last).Reason!.Message, StringComparison.Ordinal);
        Assert.Null(Summary(hosted.Application.Id));
    }

    [Fact]
    public void Participants_InATransaction_EnlistInIt()
    {
        string? inBody = null, inSave = null;
        IOSaver io = new(Log, needsTransaction: true)
        {
            IsPrompt = true,
            OnSave = (_, _) => inSave = Transaction.Current?.TransactionInformation.LocalIdentifier
        };
        Saver saver = new(Log) { ReadWrite = new Dictionary<XName, object?> { ["kept"] = 5 } };
        Sequence root = new()
        {
            Activities =
            {
                new Scope { Body = new Step(Log, "body", _ => inBody = Transaction.Current!.TransactionInformation.LocalIdentifier) },
                Crash()
            }
        };
        RunAndCrash(root, saver, io);
        Assert.NotNull(inBody);
        Assert.Equal(inBody, inSave);
        Log.AssertIs("body", "save collects", "io collects", "io saves", "io saved", "after", "unhandled crash from after 4", "aborted crash");
    }

    [Fact]
    [Rule("10.3.2")]
    public void Participant_Fails_RollsBack()
    {
        IOSaver io = new(Log) { IsPrompt = true, OnSave = (_, _) => throw new TimeoutException("no disk") };
        Hosted hosted = With(new Sequence { Activities = { Body(), new Wait(Log, "w") } }, io).Run();
        Assert.Equal("no disk", AbortReason(hosted).InnerException!.InnerException!.Message);
        Assert.Contains("work rolled back", Log.Entries);
        Assert.Null(Summary(hosted.Application.Id));
    }

    [Fact]
    [Rule("10.3.2")]
    [Rule("7.1")]
    public void NoPersistZone_NotLeft_RollsBack()
    {
        Variable<RuntimeTransactionHandle> handle = new();
        Variable<NoPersistHandle> zone = new();
        Probe root = TransactionOf(handle, context =>
        {
            zone.Get(context).Enter(context);
            handle.Get(context).CompleteTransaction(context);
        });
        root.PrivateVariables.Add(zone);
        Hosted hosted = With(root).Run();
        Assert.Contains("no-persist zone", AbortReason(hosted).InnerException!.Message, StringComparison.Ordinal);
        Assert.Null(Summary(hosted.Application.Id));
    }

    [Fact]
    [Rule("10.1")]
    public void CommittedCallback_AfterALoad_IsCalled()
    {
        Variable<RuntimeTransactionHandle> handle = new();
        Probe scope = null!;
        scope = TransactionOf(handle, context => handle.Get(context).CompleteTransaction(context, scope.Resumed));
        scope.OnResume = (_, _, _) => Fail();
        Guid id = RunAndCrash(scope);
        Log.AssertIs("scope executes", "work committed", "scope @  ", "scope aborts", "unhandled crash from scope 1", "aborted crash");
        Log.Clear();
        Loaded(scope, id).Run();
        Log.AssertIs("scope @  ", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("6.3")]
    public void CancelRequest_DuringTheTransaction_IsDeliveredAfterALoad()
    {
        Probe root = new(Log, "root", new Scope { Body = new Wait(Log, "w") });
        root.OnCancel = context =>
        {
            Fail();
            root.CancelByDefault(context);
        };
        Hosted first = With(root);
        first.OnUnhandled = UnhandledExceptionAction.Abort;
        first.Run();
        first.Do(application => application.CancelAsync());
        first.Resume("w", 1);
        Log.Clear();
        _fails = false;
        Loaded(root, first.Application.Id).Run();
        Log.AssertIs("root cancels", "root < TransactionScope Closed", "completed Closed", "unloaded");
    }

    [Fact]
    public async Task Transaction_OwnedByTheCaller_IsOnlyAwaited()
    {
        TaskCompletionSource goesOn = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using CommittableTransaction outer = new();
        Variable<RuntimeTransactionHandle> handle = new();
        Probe root = TransactionOf(handle, _ => { }, outer.Clone);
        Hosted hosted = With(new Sequence { Activities = { root, new Step(Log, "goes on", _ => goesOn.SetResult()), new Wait(Log, "w") } }).Run();
        Assert.DoesNotContain("goes on", Log.Entries);
        outer.Commit();
        await goesOn.Task.WaitAsync(HangGuard.Limit);
        Assert.Null(Summary(hosted.Application.Id));
    }

    [Fact]
    public void Store_WithoutTransactions_IsNotWrittenInThem()
    {
        Hosted hosted = Hosted.Inline(Log, new Sequence { Activities = { Body(), new Wait(Log, "w") } }, Clock);
        hosted.Application.InstanceStore = new PlainStore(Store);
        hosted.Run();
        Assert.Null(Summary(hosted.Application.Id));
        hosted.Do(application => application.PersistAsync());
        Assert.NotNull(Summary(hosted.Application.Id));
    }

    [Fact]
    [Rule("15.5")]
    public void Records_OfTheSave_PrecedeThoseOfTheScopesEnd()
    {
        Collector collector = Collector.Of(
            new WorkflowInstanceQuery { States = { WorkflowInstanceStates.Persisted } },
            new ActivityStateQuery { ActivityName = "scope", States = { ActivityStates.Closed } });
        Scope scope = Body();
        scope.DisplayName = "scope";
        With(scope, collector).Run();
        Assert.Equal(2, collector.Records.Count);
        Assert.IsType<WorkflowInstanceRecord>(collector.Records[0]);
        Assert.IsType<ActivityStateRecord>(collector.Records[1]);
    }

    /// <summary>A save that waits for the end of the transaction comes after the save within the transaction.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Rule("7.7")]
    public void Persist_DuringATransaction_ComesAfterIt(bool commits)
    {
        Step enlists = new(Log, "enlists", _ => Enlisted.In(Log, "work", refuses: !commits));
        Scope scope = new() { AbortInstanceOnTransactionFailure = false, Body = new Sequence { Activities = { new Wait(Log, "inside"), enlists } } };
        Hosted hosted = With(Caught(scope)).Run();
        Task persist = Started.WithoutContext(() => hosted.Application.PersistAsync());
        Assert.False(persist.IsCompleted);
        hosted.Resume("inside", 1);
        Assert.True(persist.IsCompletedSuccessfully, $"{persist.Exception}");
        Assert.Equal(commits ? 0 : 1, Log.Entries.Count(entry => entry == "caught"));
        Assert.NotNull(Summary(hosted.Application.Id));
    }

    private static OperationCanceledException AbortReason(Hosted hosted) =>
        Assert.IsType<OperationCanceledException>(Assert.IsType<WorkflowApplicationAbortedEventArgs>(hosted.Last).Reason);

    private static void Call(NativeActivityTransactionContext context, object? state) => ((Action<NativeActivityTransactionContext>)state!)(context);

    private Scope Body() => new() { Body = new Step(Log, "body", _ => Enlisted.In(Log, "work")) };

    /// <summary>Creates a step that fails the first time, to stand for the crash of the first process.</summary>
    private Step Crash() => new(Log, "after", _ => Fail());

    private void Fail()
    {
        if (_fails)
        {
            throw new InvalidOperationException("crash");
        }
    }

    private TryCatch Caught(Scope scope) => new()
    {
        Try = scope,
        Catches = { new Catch<TransactionAbortedException> { Action = Handlers.Action<TransactionAbortedException>(_ => new Step(Log, "caught")) } },
        Finally = new Wait(Log, "w"),
    };

    private Probe TransactionOf(Variable<RuntimeTransactionHandle> handle, Action<NativeActivityTransactionContext> work, Func<Transaction>? begin = null)
    {
        Probe scope = new(Log, "scope") { PrivateVariables = { handle } };
        scope.Body = context =>
        {
            RuntimeTransactionHandle own = handle.Get(context);
            context.Properties.Add(own.ExecutionPropertyName, own);
            own.RequestTransactionContext(context, Call, (Action<NativeActivityTransactionContext>)(inside =>
            {
                Transaction transaction = begin?.Invoke() ?? new CommittableTransaction();
                inside.SetRuntimeTransaction(transaction);
                Enlist(transaction);
                work(inside);
            }));
        };
        return scope;
    }

    private void Enlist(Transaction transaction)
    {
        Transaction? outer = Transaction.Current;
        Transaction.Current = transaction;
        Enlisted.In(Log, "work");
        Transaction.Current = outer;
    }

    /// <summary>Runs the workflow until it fails. Then only the saved state is left.</summary>
    private Guid RunAndCrash(Activity root, params object[] extensions)
    {
        Hosted hosted = With(root, extensions);
        hosted.OnUnhandled = UnhandledExceptionAction.Abort;
        hosted.Run();
        _fails = false;
        return hosted.Application.Id;
    }

    private sealed class PlainStore(InstanceStore store) : DelegatingInstanceStore(store)
    {
        public override StoreCapabilities Capabilities => base.Capabilities with { JoinsTransactions = false };
    }
}
