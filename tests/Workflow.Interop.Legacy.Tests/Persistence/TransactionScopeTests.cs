extern alias WorkflowCore;
using System.Transactions;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.Persistence.Transacting;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>
/// The steps of a transaction scope, its save and its pending work share one transaction. If the transaction fails, the instance reverts to the start of the
/// scope (A.11).
/// </summary>
[Trait("Paragraph", "A.11")]
public sealed class TransactionScopeTests
{
    private readonly List<string> _trace = [];
    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;
    private readonly FailingStore _failing;
    private readonly Works _works;

    public TransactionScopeTests()
    {
        _store = new InMemoryInstanceStore(_clock);
        _failing = new FailingStore(_store);
        _works = new Works("work", _trace);
    }

    [Fact]
    public void Body_SeveralSteps_ShareOneTransaction()
    {
        HashSet<string> seen = [];
        CodeActivity Noting(string name) => Code(name, (_, _) => seen.Add(Transaction.Current!.TransactionInformation.LocalIdentifier));
        using Host host = Begin(
            root => [root.Step("a"), Scope("scope", root.Step("b"), Noting("first"), Sequence("inner", root.Step("c"), Noting("second"))), root.Step("d")]);
        Assert.Equal(["Persisted", "Persisted", "Completed"], host.Take());
        Assert.Equal("aBCd", host.Outputs["Steps"]);
        Assert.Single(seen);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void Work_InScope_CommitsWithSave()
    {
        string? transaction = null;
        using Host host = Begin(_ =>
        [
            Scope("scope", Code("work", (_, _) =>
            {
                transaction = Transaction.Current!.TransactionInformation.LocalIdentifier;
                WorkflowEnvironment.WorkBatch.Add(_works, 1);
                Transaction.Current.TransactionCompleted += (_, e) => _trace.Add(e.Transaction!.TransactionInformation.Status.ToString());
            })),
            Code("after", _trace),
        ]);
        Assert.Equal(["work commits 1", "Committed", "work done 1", "after"], _trace);
        Assert.Equal(transaction, Assert.Single(_works.Transactions));
        Assert.Equal("Completed", host.Take()[^1]);
    }

    [Fact]
    public void Fault_InScope_RevertsScopeAndGoesToParent()
    {
        using Host host = Begin(root =>
        [
            Sequence(
                "outer",
                root.Step("a"),
                Code("before", (_, _) => WorkflowEnvironment.WorkBatch.Add(_works, "kept")),
                Scope(
                    "scope",
                    root.Step("b"),
                    Code("lost", (_, _) => WorkflowEnvironment.WorkBatch.Add(_works, "lost")),
                    Throw("throw", new FormatException("no"))),
                Handlers("handlers", Handler<FormatException>("handler", root.Step("h")))),
            root.Step("c"),
        ]);
        Assert.Equal(["Persisted", "Completed"], host.Take());
        Assert.Equal("ahc", host.Outputs["Steps"]);
        Assert.Equal(["work commits kept", "work done kept"], _trace);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void Fault_InInnerTransactionScope_IsOriginalFault()
    {
        using Host host = Begin(root =>
        [
            Sequence(
                "outer",
                Scope("scope", root.Step("b"), Code("throw", (_, _) =>
                {
                    using TransactionScope inner = new();
                    throw new FormatException("no");
                })),
                Handlers("handlers", Handler<FormatException>("handler", root.Step("h")))),
        ]);
        Assert.Equal("h", host.Outputs["Steps"]);
    }

    [Fact]
    public void Fault_HandledInScope_Commits()
    {
        using Host host = Begin(root =>
            [
                Scope(
                    "scope",
                    root.Step("a"),
                    Sequence("inner", Throw("throw", new FormatException("no")), Handlers("handlers", Handler<FormatException>("handler", root.Step("h")))),
                    root.Step("b"))
            ]);
        Assert.Equal(["Persisted", "Persisted", "Completed"], host.Take());
        Assert.Equal("AHB", host.Outputs["Steps"]);
    }

    [Fact]
    public void Fault_Unhandled_TerminatesInstance()
    {
        using Host host = Begin(root => [Scope("scope", root.Step("a"), Throw("throw", new FormatException("no")))]);
        Assert.Equal(["Persisted", "Terminated no"], host.Take());
    }

    [Fact]
    public void Idle_InTheScope_NeitherSavesNorUnloads()
    {
        _works.Must = true;
        using Host host = Begin(
            root => [Scope("scope", root.Step("a"), Code("work", (_, _) => WorkflowEnvironment.WorkBatch.Add(_works, 1)), new Reading("q"), root.Step("b"))],
            unloadOnIdle: true);
        WorkflowInstance instance = host.Runtime.GetLoadedWorkflows().Single();
        Assert.Equal(["Idled"], host.Take());
        Assert.False(instance.TryUnload());
        host.Send(instance, "q", 1);
        Assert.Equal(["Persisted", "Persisted", "Completed"], host.Take());
        Assert.Equal("AB", host.Outputs["Steps"]);
        Assert.Equal(["work commits 1", "work done 1"], _trace);
    }

    [Fact]
    public async Task Unload_InTheScope_WaitsForItsEndAsync()
    {
        using Host host = Begin(root => [Scope("scope", new Reading("q")), root.Step("b"), new Reading("r")]);
        WorkflowInstance instance = host.Runtime.GetLoadedWorkflows().Single();
        Task unload = Task.Run(instance.Unload);
        Assert.False(unload.IsCompleted);
        host.Send(instance, "q", 1);
        while (!unload.IsCompleted)
        {
            // The instance runs on the thread of the test.
            host.Continue(instance);
            await Task.Yield();
        }

        await unload;

        // After the unload, the thread of the test may have run the instance once more, which loads it again.
        Assert.Equal(
            ["Persisted", "Unloaded"],
            host.Take().TakeWhile(static change => change != "Loaded").Where(static change => change != "Idled").TakeLast(2));
    }

    [Fact]
    public void Fault_AfterItemRead_RedeliversItem()
    {
        using Host host = Begin(root =>
        [
            Sequence(
                "outer",
                Scope("scope", Reading.Into(_trace, "first", "q"), Throw("throw", new FormatException("no"))),
                Handlers("handlers", Handler<FormatException>("handler", Reading.Into(_trace, "second", "q")))),
        ]);
        WorkflowInstance instance = host.Runtime.GetLoadedWorkflows().Single();
        instance.EnqueueItem("q", 7, _works, "w");
        host.Continue(instance);
        Assert.Equal(["first 7", "second 7", "work commits w", "work done w"], _trace);
        Assert.Equal("Completed", host.Take()[^1]);
    }

    [Fact]
    public void Scopes_InParallel_RunSequentially()
    {
        using Host host = Begin(root =>
        [
            Parallel(
                "parallel",
                Sequence("left", Scope("first", root.Step("a"), new Reading("q"), root.Step("b"))),
                Sequence("middle", Scope("second", root.Step("c"), root.Step("d"))),
                Sequence("right", root.Step("e"), root.Step("f"))),
        ]);
        host.Send(host.Runtime.GetLoadedWorkflows().Single(), "q", 1);
        Assert.Equal("ABCDef", host.Outputs["Steps"]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Commit_Throws_RevertsScope(bool isStore)
    {
        _works.OnCommit = isStore ? null : new FormatException("no");
        using Host host = Begin(root =>
        [
            Sequence(
                "outer",
                root.Step("a"),
                Scope("scope", root.Step("b"), Code("work", (_, _) =>
                {
                    WorkflowEnvironment.WorkBatch.Add(_works, 1);
                    _failing.Failure = isStore ? new IOException("disk") : null;
                })),
                Handlers("handlers", Handler<Exception>("handler", Code("repair", (_, _) => _failing.Failure = null), root.Step("h")))),
        ]);
        Assert.Equal(["work commits 1", "work failed 1"], _trace);
        Assert.Equal(["Persisted", "Completed"], host.Take());
        Assert.Equal("ah", host.Outputs["Steps"]);
    }

    [Fact]
    public async Task Timeout_WhileTheScopeWaits_FaultsItAsync()
    {
        using Host host = Begin(root =>
        [
            Sequence(
                "outer",
                new TransactionScopeActivity("scope")
                {
                    TransactionOptions = new WorkflowTransactionOptions { TimeoutDuration = TimeSpan.FromMilliseconds(1) }
                }.With(root.Step("a"), new Reading("q")),
                Handlers("handlers", Handler<TransactionAbortedException>("handler", root.Step("h")))),
        ]);
        WorkflowInstance instance = host.Runtime.GetLoadedWorkflows().SingleOrDefault()!;
        while (host.Outputs.Count == 0)
        {
            // Another thread rolls the transaction back.
            host.Continue(instance);
            await Task.Yield();
        }

        Assert.Equal("h", host.Outputs["Steps"]);
    }

    [Fact]
    public void Rollback_ByAStep_FaultsTheScopeBeforeTheNextStep()
    {
        using Host host = Begin(root =>
            [
                Sequence(
                    "outer",
                    Scope("scope", Code("roll", (_, _) => Transaction.Current!.Rollback()), Code("never", _trace)),
                    Handlers("handlers", Handler<TransactionAbortedException>("handler", root.Step("h"))))
            ]);
        Assert.Empty(_trace);
        Assert.Equal("h", host.Outputs["Steps"]);
    }

    [Fact]
    public void Terminate_InTheScope_RollsBack()
    {
        TransactionStatus? status = null;
        using Host host = Begin(_ =>
        [
            Scope("scope", Code("work", (_, _) =>
            {
                WorkflowEnvironment.WorkBatch.Add(_works, 1);
                Transaction.Current!.TransactionCompleted += (_, e) => status = e.Transaction!.TransactionInformation.Status;
            }), new Reading("q")),
        ]);
        host.Runtime.GetLoadedWorkflows().Single().Terminate("stop");
        Assert.Equal(["Idled", "Persisted", "Terminated stop"], host.Take());
        Assert.Equal(TransactionStatus.Aborted, status);
        Assert.Empty(_trace);
    }

    [Fact]
    public void Cancel_BeforeScopeBegins_DoesNothing()
    {
        using Host host = Begin(root => [new Canceling { Name = "canceling" }.With(Scope("scope", root.Step("a")))]);
        Assert.Equal(["Persisted", "Completed"], host.Take());
        Assert.Equal("", host.Outputs["Steps"]);
    }

    [Fact]
    public void Compensation_OfAScope_RunsWithoutItsTransaction()
    {
        using Host host = Begin(root =>
        [
            Sequence(
                "outer",
                Undoable("scope", root.Step("a"), OnCompensate("undo", root.Step("u"), Scope("inner", root.Step("v")))),
                Throw("throw", new FormatException("no")),
                Handlers("handlers", Handler<FormatException>("handler", Compensate("compensate", "scope"), root.Step("h")))),
        ]);
        Assert.Equal("AuVh", host.Outputs["Steps"]);
        Assert.Equal(["Persisted", "Persisted", "Persisted", "Completed"], host.Take());
    }

    [Fact]
    [Trait("Paragraph", "A.3")]
    public void Compensatable_SucceededBeforeLoad_IsCompensated()
    {
        using Host host = Begin(root =>
        [
            Sequence(
                "outer",
                Compensatable("booking", root.Step("a"), OnCompensate("undo", root.Step("u"))),
                new Reading("q"),
                Throw("throw", new FormatException("no")),
                Handlers("handlers", Handler<FormatException>("handler", Compensate("compensate", "booking"), root.Step("h")))),
        ]);
        WorkflowInstance instance = host.Runtime.GetLoadedWorkflows().Single();
        instance.Unload();
        Assert.Equal(["Idled", "Persisted", "Unloaded"], host.Take());
        host.Send(instance, "q", 1);
        Assert.Equal("auh", host.Outputs["Steps"]);
    }

    [Fact]
    public void Compensatable_InAScope_IsSavedWithTheScope()
    {
        using Host host = Begin(
            root => [Scope("scope", Compensatable("booking", root.Step("a")), new SavingSequence { Name = "saving" }.With(root.Step("b")))]);
        Assert.Equal(["Persisted", "Persisted", "Completed"], host.Take());
    }

    [Fact]
    public void Scope_WithoutAPersistenceService_Faults()
    {
        using Run run = Run.Of(Scope("scope"));
        Assert.Equal(
            "'scope' saves its instance in a transaction, and the runtime has no persistence service; add one before the runtime is started.",
            run.Exception!.Message);
    }

    [Fact]
    public void Checkpoint_NotSerializable_FaultsScope()
    {
        using Host host = Begin(root => [Code("bad", (_, _) => root.UserObject = Thread.CurrentThread), Scope("scope", Code("never", _trace))]);
        Assert.Empty(_trace);
        Assert.StartsWith("Terminated", host.Take()[^1], StringComparison.Ordinal);
    }

    [Fact]
    public void Validation_InvalidScopes_RefusesThem()
    {
        string[] ErrorsOf(Func<Transacting, Activity[]> build) =>
            [.. Assert.Throws<WorkflowValidationFailedException>(() => Begin(build)).Errors.Select(static error => error.ErrorText)];
        Assert.Contains("cannot be nested", Assert.Single(ErrorsOf(_ => [Scope("a", Sequence("s", Undoable("b")))])), StringComparison.Ordinal);
        Assert.Contains(
            "handler of faults",
            Assert.Single(ErrorsOf(_ => [Scope("a", Handlers("h", Handler<FormatException>("f")))])),
            StringComparison.Ordinal);
        Assert.Contains(
            "has no TransactionOptions",
            Assert.Single(ErrorsOf(_ => [new TransactionScopeActivity("a") { TransactionOptions = null }])),
            StringComparison.Ordinal);
        Assert.Contains(
            "time that is not negative",
            Assert.Single(ErrorsOf(_ =>
                [new TransactionScopeActivity("a") { TransactionOptions = new WorkflowTransactionOptions { TimeoutDuration = TimeSpan.FromTicks(-1) } }])),
            StringComparison.Ordinal);
    }

    private Host Begin(Func<Transacting, Activity[]> build, bool unloadOnIdle = false)
    {
        Build = build;
        Host host = new(_failing, _clock, unloadOnIdle);
        try
        {
            host.Start(typeof(Transacting));
            return host;
        }
        catch
        {
            host.Dispose();
            throw;
        }
    }
}
