extern alias WorkflowCore;
using System.Transactions;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;
using NewInterop = Workflow.Statements.Interop;
using NewScope = WorkflowCore::Workflow.Statements.TransactionScope;

namespace Workflow.Interop.Legacy.Tests.Interop;

/// <summary>Legacy activities use the transactions and the saves of the new workflow for their scopes and pending work (B.3, B.4).</summary>
[Trait("Paragraph", "B.3")]
public sealed class InteropTransactionTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void Scope_RunsInATransactionOfTheNewWorkflow()
    {
        WorkflowInvoker.Invoke(Hosted.Sequence(Hosted.Interop<Scoped>(_trace), Hosted.Log(_trace, "end")));
        Assert.Equal(["before", "IN", "after", "SECOND", "end"], _trace);
    }

    [Fact]
    public async Task Scope_Succeeds_SavesInItsTransactionAsync()
    {
        InMemoryInstanceStore store = new();
        await using TestHost host = new(new TestHostOptions { Store = store, IdleAction = PersistableIdleAction.None });
        TestInstance instance = host.Start(Hosted.Interop<ScopeThenWait>(_trace));
        await instance.RunUntilIdleAsync();
        Assert.Equal(["IN"], _trace);
        Assert.Single(await Stored.AllAsync(store));
        await instance.ReloadAsync();
        await instance.ResumeAsync("wait", 1);
        await instance.RunToEndAsync();
    }

    [Fact]
    public async Task Scope_Waits_IsNotSavedAsync()
    {
        InMemoryInstanceStore store = new();
        await using TestHost host = new(new TestHostOptions { Store = store, IdleAction = PersistableIdleAction.Persist });
        TestInstance instance = host.Start(Hosted.Interop<WaitsInScope>(_trace));
        await instance.RunUntilIdleAsync();
        Assert.Empty(await Stored.AllAsync(store));
        await instance.ResumeAsync("inside", 1);
        await instance.RunToEndAsync();
        Assert.Equal(["IN", "inside", "after"], _trace);
    }

    [Fact]
    public async Task Scopes_InParallel_RunSequentiallyAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Hosted.Parallel(Hosted.Interop<WaitsInScope>(_trace, "first"), Hosted.Interop<Scoped>(_trace, "second")));
        await instance.RunUntilIdleAsync();
        Assert.Equal(["before", "IN"], _trace.Order(StringComparer.Ordinal).Reverse().Order(StringComparer.OrdinalIgnoreCase));
        await instance.ResumeAsync("inside", 1);
        await instance.RunToEndAsync();
        Assert.Equal(2, _trace.Count(static line => line == "IN"));
        Assert.Contains("SECOND", _trace);
    }

    [Fact]
    public void Scope_Throws_AbortsInstance()
    {
        WorkflowApplicationAbortedException aborted = Assert.Throws<WorkflowApplicationAbortedException>(
            () => WorkflowInvoker.Invoke(Hosted.Try<FormatException>(_trace, Hosted.Interop<FailsInScope>(_trace))));
        Assert.Contains("in the scope", aborted.ToString(), StringComparison.Ordinal);
        Assert.Equal(["IN", "rolled back"], _trace);
    }

    [Fact]
    public void Scope_RollsBack_AbortsInstance()
    {
        Assert.Throws<WorkflowApplicationAbortedException>(
            () => WorkflowInvoker.Invoke(Hosted.Try<TransactionException>(_trace, Hosted.Interop<RollsBack>(_trace))));
        Assert.Equal(["IN"], _trace);
    }

    [Fact]
    public void Scope_HandlesException_DoesNotRollBack()
    {
        WorkflowInvoker.Invoke(Hosted.Interop<HandlesInScope>(_trace));
        Assert.Equal(["HANDLED", "after"], _trace);
    }

    [Fact]
    public void Work_InScope_CommitsInItsTransaction()
    {
        WorkflowInvoker.Invoke(Hosted.Interop<WorksInScope>(_trace));
        Assert.Equal(["before", "w commits 1,2", "w done 1,2", "after"], _trace);
    }

    [Fact]
    public void Work_OutsideTransaction_CommitsWhenActivityEnds()
    {
        WorkflowInvoker.Invoke(Hosted.Sequence(Hosted.Interop<WorksOutside>(_trace), Hosted.Log(_trace, "end")));
        Assert.Equal(["added", "w commits 1", "w done 1", "end"], _trace);
    }

    [Fact]
    public async Task Work_InstanceWaits_CommitsWithSaveAsync()
    {
        InMemoryInstanceStore store = new();
        await using TestHost host = new(new TestHostOptions { Store = store, IdleAction = PersistableIdleAction.None });
        TestInstance instance = host.Start(Hosted.Interop<WorksAndWaits>(_trace));
        await instance.RunUntilIdleAsync();
        Assert.Equal(["w commits 1", "w done 1"], _trace);
        Assert.Single(await Stored.AllAsync(store));
        await instance.ResumeAsync("wait", 1);
        await instance.RunToEndAsync();
        Assert.Equal(2, _trace.Count);
    }

    [Fact]
    public void Work_InTransactionOfNewWorkflow_CommitsWithIt()
    {
        WorkflowInvoker.Invoke(Hosted.Sequence(
            new NewScope { Body = Hosted.Sequence(Hosted.Interop<WorksOutside>(_trace), Hosted.Log(_trace, "in the scope")) },
            Hosted.Log(_trace, "end")));
        Assert.Equal(["added", "in the scope", "w commits 1", "w done 1", "end"], _trace);
    }

    [Fact]
    public void Work_Fails_AbortsInstance()
    {
        FailingWork.OnCommit = new FormatException("the work");
        WorkflowApplicationAbortedException aborted = Assert.Throws<WorkflowApplicationAbortedException>(
            () => WorkflowInvoker.Invoke(Hosted.Interop<FailingWork>(_trace)));
        Assert.Contains("the work", aborted.ToString(), StringComparison.Ordinal);
        Assert.Equal(["w commits 1", "w failed 1"], _trace);
    }

    [Fact]
    public void Saves_Consecutive_AllSucceed()
    {
        WorkflowInvoker.Invoke(Hosted.Interop<SavesTwice>(_trace));
        Assert.Equal(["first", "second", "third"], _trace);
    }

    [Theory]
    [Trait("Paragraph", "B.4")]
    [InlineData(typeof(Scoped), true)]
    [InlineData(typeof(SavesTwice), true)]
    [InlineData(typeof(WorksOutside), false)]
    public void ActivityInTransactionScope_NeedsOwnTransaction_IsInvalid(Type type, bool isInvalid)
    {
        NewInterop interop = new() { ActivityType = type };
        interop.ActivityProperties["Trace"] = new InArgument<List<string>>(_ => _trace);
        Exception? exception = Record.Exception(() => WorkflowInvoker.Invoke(new NewScope { Body = Hosted.Sequence(interop) }));
        Assert.Equal(
            isInvalid,
            exception is InvalidWorkflowException && exception.Message.Contains("is in a TransactionScope; remove one of them", StringComparison.Ordinal));
        Assert.Equal(isInvalid, exception is not null);
    }

    [Fact]
    public void Scope_InATransactionOfTheCaller_FaultsTheActivity()
    {
        using TransactionScope ambient = new();
        InvalidOperationException exception = Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(Hosted.Interop<Scoped>(_trace)));
        Assert.Contains("'scope' is a transaction scope in a transaction of the new workflow", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Cancel_ScopeRuns_TakesEffectAfterScopeAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Hosted.Interop<WaitsInScope>(_trace));
        await instance.RunUntilIdleAsync();
        Task canceling = instance.CancelAsync();
        await host.RunUntilIdleAsync();
        Assert.Null(instance.Result);
        await instance.ResumeAsync("inside", 1);
        await canceling;
        await host.RunUntilIdleAsync();
        Assert.NotNull(instance.Result);
        Assert.Equal("inside", _trace[1]);
    }

    private static TransactionScopeActivity Scope(string name, params Workflow.Interop.Legacy.ComponentModel.Activity[] children) =>
        new TransactionScopeActivity(name).With(children);

    private static string Cased(string text) => Transaction.Current is null ? text : text.ToUpperInvariant();

    public abstract class Tracing : TracedSequence
    {
        protected Workflow.Interop.Legacy.Activities.CodeActivity Say(string name) => Code(name, (_, _) => Trace.Add(Cased(name)));

        protected Reading Wait(string name)
        {
            Reading reading = new(name);
            reading.Read += (_, _) => Trace.Add(name);
            return reading;
        }

        protected Workflow.Interop.Legacy.Activities.CodeActivity Work(string name, Works work, int item) =>
            Code(name, (_, _) => WorkflowEnvironment.WorkBatch.Add(work, item));
    }

    public sealed class Scoped : Tracing
    {
        public Scoped() => this.With(Say("before"), Scope("scope", Say("in")), Say("after"), Scope("scope2", Say("second")));
    }

    public sealed class ScopeThenWait : Tracing
    {
        public ScopeThenWait() => this.With(Scope("scope", Say("in")), new Reading("wait"));
    }

    public sealed class WaitsInScope : Tracing
    {
        public WaitsInScope() => this.With(Scope("scope", Say("in"), Wait("inside")), Say("after"));
    }

    public sealed class FailsInScope : Tracing
    {
        public FailsInScope() => this.With(Sequence(
            "guarded",
            Scope(
                "scope",
                Say("in"),
                Code("enlist", (_, _) => Transaction.Current!.TransactionCompleted += (_, e) =>
                    Trace.Add(e.Transaction!.TransactionInformation.Status == TransactionStatus.Aborted ? "rolled back" : "committed")),
                Throw("fail", new FormatException("in the scope"))),
            Handlers("handlers", Handler<FormatException>("handler", Say("handled")))));
    }

    public sealed class RollsBack : Tracing
    {
        public RollsBack() => this.With(Scope("scope", Say("in"), Code("rollback", (_, _) => Transaction.Current!.Rollback())), Say("after"));
    }

    public sealed class HandlesInScope : Tracing
    {
        public HandlesInScope() => this.With(
            Scope(
                "scope",
                Sequence(
                    "inner",
                    Throw("fail", new FormatException("in the scope")),
                    Handlers("handlers", Handler<FormatException>("handler", Say("handled"))))),
            Say("after"));
    }

    public sealed class WorksInScope : Tracing
    {
        public WorksInScope()
        {
            Works? work = null;
            this.With(
                Code("make", (_, _) => work = new Works("w", Trace)),
                Scope(
                    "scope",
                    Code("one", (_, _) => WorkflowEnvironment.WorkBatch.Add(work!, 1)),
                    Code("two", (_, _) => WorkflowEnvironment.WorkBatch.Add(work!, 2)),
                    Code("say", (_, _) => Trace.Add("before"))),
                Say("after"));
        }
    }

    public sealed class WorksOutside : Tracing
    {
        public WorksOutside() =>
            this.With(Code("one", (_, _) => WorkflowEnvironment.WorkBatch.Add(new Works("w", Trace), 1)), Code("say", (_, _) => Trace.Add("added")));
    }

    public sealed class WorksAndWaits : Tracing
    {
        public WorksAndWaits() => this.With(Code("one", (_, _) => WorkflowEnvironment.WorkBatch.Add(new Works("w", Trace), 1)), new Reading("wait"));
    }

    public sealed class FailingWork : Tracing
    {
        public FailingWork() => this.With(Code("one", (_, _) => WorkflowEnvironment.WorkBatch.Add(new Works("w", Trace) { OnCommit = OnCommit }, 1)));

        [field: ThreadStatic]
        public static Exception? OnCommit { get; set; }
    }

    [PersistOnClose]
    public sealed class Saving : SequenceActivity;

    public sealed class SavesTwice : Tracing
    {
        public SavesTwice() => this.With(
            new Saving { Name = "s1" }.With(Say("first")),
            new Saving { Name = "s2" }.With(Say("second")),
            Sequence("s3", new Saving { Name = "s4" }.With(Say("third"))));
    }
}
