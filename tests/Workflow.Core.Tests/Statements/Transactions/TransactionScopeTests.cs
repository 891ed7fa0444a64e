using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;
using Workflow.Statements;
using Workflow.Testing;
using Scope = Workflow.Statements.TransactionScope;

namespace Workflow.Core.Tests.StatementsTests;

public sealed class TransactionScopeTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("10.2")]
    [Rule("10.3")]
    public void Execute_BodyCloses_CommitsBeforeCompletion(Lane lane)
    {
        Probe root = new(_log, "p", new Scope { DisplayName = "scope", Body = new Step(_log, "body", _ => Enlisted.In(_log, "work")) });
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "body", "work committed", "p < scope Closed");
    }

    [Theory, Lanes]
    [Rule("10.2")]
    public void Execute_OutsideScope_HasNoTransaction(Lane lane)
    {
        Sequence root = new() { Activities = { Current("before"), new Scope { Body = Current("inside") }, Current("after") } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("before none", "inside some", "after none");
    }

    [Theory, Lanes]
    [Rule("10.1")]
    public void Execute_NoBody_BeginsNoTransaction(Lane lane)
    {
        Runner.Run(new Sequence { Activities = { new Scope(), Current("after") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("after none");
    }

    [Theory, Lanes]
    [Rule("10.4")]
    public void Execute_Options_ApplyToTransaction(Lane lane)
    {
        Scope scope = new()
        {
            IsolationLevel = IsolationLevel.ReadCommitted,
            Body = new Step(_log, "body", _ => _log.Add($"{Transaction.Current!.IsolationLevel}"))
        };
        Runner.Run(scope, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new Scope { Body = new Step(_log, "body", _ => _log.Add($"{Transaction.Current!.IsolationLevel}")) }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("body", "ReadCommitted", "body", "Serializable");
    }

    [Theory, Lanes]
    [Rule("10.3")]
    [Rule("5.2")]
    public void Fault_LeavesScope_RollsBackAndAbortsWorkflow(Lane lane)
    {
        InvalidOperationException thrown = new("boom");
        TryCatch root = new()
        {
            Try = new Scope { Body = Failing(thrown) },
            Catches = { new Catch<Exception> { Action = Handlers.Action<Exception>(_ => new Step(_log, "caught")) } },
        };
        Ended ended = Runner.Run(root, lane);
        Assert.Equal((ExecutionOutcome.Aborted, thrown), (ended.Outcome, ended.Reason));
        _log.AssertIs("body", "throws", "work rolled back");
    }

    [Theory, Lanes]
    [Rule("10.3")]
    [Rule("5.2")]
    public void Fault_LeavesNonAbortingScope_IsCaughtOutside(Lane lane)
    {
        TryCatch root = new()
        {
            Try = new Scope { AbortInstanceOnTransactionFailure = false, Body = Failing(new InvalidOperationException("boom")) },
            Catches = { new Catch<InvalidOperationException> { Action = Handlers.Action<InvalidOperationException>(_ => Current("caught")) } },
            Finally = new Scope { Body = Current("again") },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("body", "throws", "work rolled back", "caught none", "again some");
    }

    [Theory, Lanes]
    [Rule("10.3")]
    public void Fault_HandledInside_ChangesNothing(Lane lane)
    {
        Scope root = new()
        {
            Body = new TryCatch
            {
                Try = Failing(new InvalidOperationException("boom")),
                Catches = { new Catch<InvalidOperationException>() },
            },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("body", "throws", "work committed");
    }

    [Theory, Lanes]
    [Rule("10.3")]
    public void Rollback_InBody_AbortsAtEnd(Lane lane)
    {
        Scope root = new()
        {
            Body = new Sequence { Activities = { new Step(_log, "rollback", _ => Transaction.Current!.Rollback()), new Step(_log, "goes on") } }
        };
        Ended ended = Runner.Run(root, lane);
        Assert.Equal(ExecutionOutcome.Aborted, ended.Outcome);
        Assert.IsType<TransactionAbortedException>(Assert.IsType<OperationCanceledException>(ended.Reason).InnerException);
        _log.AssertIs("rollback", "goes on");
    }

    [Theory, Lanes]
    [Rule("10.3")]
    public void Commit_RefusedInNonAbortingScope_Throws(Lane lane)
    {
        TryCatch root = new()
        {
            Try = new Scope { AbortInstanceOnTransactionFailure = false, Body = new Step(_log, "body", _ => Enlisted.In(_log, "work", refuses: true)) },
            Catches = { new Catch<TransactionAbortedException> { Action = Handlers.Action<TransactionAbortedException>(_ => new Step(_log, "caught")) } },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("body", "work refuses", "caught");
    }

    [Theory, Lanes]
    [Rule("10.4")]
    public void Execute_Nested_JoinsOuterTransaction(Lane lane)
    {
        Step Note(string name) => new(_log, name, _ => _log.Add(Transaction.Current!.TransactionInformation.LocalIdentifier));
        Scope root = new()
        {
            Body = new Sequence { Activities = { Note("outer"), new Scope { Body = Note("inner") }, new Step(_log, "end", _ => Enlisted.In(_log, "work")) } }
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        string[] entries = _log.Entries;
        Assert.Equal(entries[1], entries[3]);
        Assert.Equal("work committed", entries[^1]);
    }

    [Fact]
    [Rule("10.4")]
    public void CacheMetadata_InnerIsolationLevelDiffers_IsRefused()
    {
        Scope root = new()
        {
            DisplayName = "outer",
            Body = new Scope { DisplayName = "inner", IsolationLevel = IsolationLevel.Chaos, Body = new Step(_log, "body") }
        };
        Invalid.AssertRoot(root, "'inner' requests the isolation level Chaos inside 'outer'");
    }

    [Theory, Lanes]
    [Rule("10.4")]
    public void Execute_InnerFlagDiffers_Fails(Lane lane)
    {
        Scope root = new()
        {
            AbortInstanceOnTransactionFailure = false,
            Body = new Scope { AbortInstanceOnTransactionFailure = true, Body = new Step(_log, "body") },
        };
        Ended ended = Runner.Run(root, lane);
        Assert.Contains("AbortInstanceOnTransactionFailure", Assert.IsType<InvalidOperationException>(ended.Reason).Message, StringComparison.Ordinal);
        _log.AssertIs();
    }

    [Fact]
    [Rule("10.4")]
    public void Timeout_OfInnerScope_RollsBackWholeTransaction()
    {
        VirtualTimeProvider clock = new();
        WorkflowInstanceExtensionManager extensions = new();
        extensions.Add(clock);
        Scope root = new()
        {
            Body = new Sequence
            {
                Activities =
                {
                    new Step(_log, "body", _ => Enlisted.In(_log, "work")),
                    new Scope { Timeout = TimeSpan.FromSeconds(5), Body = new Wait(_log, "inner") },
                    new Step(_log, "goes on"),
                },
            },
        };
        Running running = Runner.Start(root, Lane.Fast, extensions: extensions);
        NoContext.Run(() => clock.Advance(TimeSpan.FromSeconds(5)));
        Assert.Contains("work rolled back", _log.Entries);
        running.Resume("inner");
        Assert.Equal(ExecutionOutcome.Aborted, running.End().Outcome);
        Assert.Contains("goes on", _log.Entries);
    }

    [Theory, Lanes]
    [Rule("10.4")]
    public void Timeout_InnerScopeCompletesInTime_HasNoEffect(Lane lane)
    {
        Scope root = new() { Body = new Scope { Timeout = TimeSpan.FromHours(5), Body = new Step(_log, "body", _ => Enlisted.In(_log, "work")) } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("body", "work committed");
    }

    /// <summary>A system timer is limited to 49.7 days. The limit must not apply to the timeout of a scope.</summary>
    [Theory]
    [Rule("10.4")]
    [InlineData(50)]
    [InlineData(10_675_199)]
    public void Timeout_InnerScopeLong_HasNoEffect(int days)
    {
        Scope root = new()
        {
            Timeout = TimeSpan.FromDays(days),
            Body = new Scope { Timeout = TimeSpan.FromDays(days), Body = new Step(_log, "body", _ => Enlisted.In(_log, "work")) }
        };
        Runner.Run(root, Lane.Fast).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("body", "work committed");
    }

    [Theory, Lanes]
    [Rule("10.4")]
    public void Timeout_Negative_Faults(Lane lane)
    {
        Ended ended = Runner.Run(new Scope { Timeout = TimeSpan.FromSeconds(-1), Body = new Step(_log, "body") }, lane);
        Assert.IsType<ArgumentOutOfRangeException>(ended.Reason);
        _log.AssertIs();
    }

    [Theory, Lanes]
    [Rule("10.1")]
    public void Execute_OtherBranchHasWork_WaitsUntilIdle(Lane lane)
    {
        Parallel root = new()
        {
            Branches =
            {
                new Scope { Body = new Step(_log, "in transaction") },
                new Sequence { Activities = { new Step(_log, "one"), new Step(_log, "two"), new Wait(_log, "w") } },
            },
        };
        Running running = Runner.Start(root, lane);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("one", "two", "w waits", "in transaction", "w resumed ");
    }

    [Theory, Lanes]
    [Rule("10.1")]
    [Rule("7.1")]
    public void Execute_OperationOutstanding_WaitsForItsEnd(Lane lane)
    {
        Operation operation = new(_log, "op");
        Parallel root = new() { Branches = { operation, new Scope { Body = new Step(_log, "in transaction") } } };
        Running running = Runner.Start(root, lane);
        _log.AssertIs("op starts");
        operation.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("op starts", "in transaction");
    }

    [Theory, Lanes]
    [Rule("10.1")]
    public void Execute_InTwoBranches_RunsSequentially(Lane lane)
    {
        Scope Branch(string name) =>
            new() { Body = new Sequence { Activities = { new Step(_log, name, _ => Enlisted.In(_log, name)), new Step(_log, name + " ends") } } };
        Runner.Run(new Parallel { Branches = { Branch("a"), Branch("b") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "a ends", "a committed", "b", "b ends", "b committed");
    }

    [Theory, Lanes]
    [Rule("10.1")]
    [Rule("10.3")]
    public void Execute_InLoop_HasTransactionPerIteration(Lane lane)
    {
        ForEach<int> root = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2, 3 }),
            Body = Handlers.Action<int>(item => new Scope { Body = new Step(_log, "pass", _ => Enlisted.In(_log, "work")) }),
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("pass", "work committed", "pass", "work committed", "pass", "work committed");
    }

    [Theory, Lanes]
    [Rule("10.2")]
    [Rule("8.4")]
    public void Bookmark_OutsideActiveTransaction_IsNotReady(Lane lane)
    {
        Parallel root = new() { Branches = { new Wait(_log, "outside"), new Scope { Body = new Wait(_log, "inside") } } };
        Running running = Runner.Start(root, lane);
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("outside"));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("inside"));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("outside"));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("outside waits", "inside waits", "inside resumed ", "outside resumed ");
    }

    [Theory, Lanes]
    [Rule("10.1")]
    [Rule("9.6")]
    public void Execute_InsideNoPersistScope_IsRefused(Lane lane)
    {
        Ended ended = Runner.Run(new NoPersistScope { Body = new Scope { Body = new Step(_log, "body") } }, lane);
        Assert.Contains("no-persist zone", Assert.IsType<InvalidOperationException>(ended.Reason).Message, StringComparison.Ordinal);
        _log.AssertIs();
    }

    [Theory, Lanes]
    [Rule("10.6")]
    public void Execute_UnderSuppressingHandle_IsRefused(Lane lane)
    {
        Variable<RuntimeTransactionHandle> variable = new();
        Probe root = new(_log, "p", new Scope { Body = new Step(_log, "body") }) { PrivateVariables = { variable } };
        root.Body = context =>
        {
            RuntimeTransactionHandle handle = variable.Get(context);
            handle.SuppressTransaction = true;
            context.Properties.Add(handle.ExecutionPropertyName, handle);
            root.Schedule(context, root.Children[0]);
        };
        Ended ended = Runner.Run(root, lane);
        Assert.Contains("suppressed", Assert.IsType<InvalidOperationException>(ended.Reason).Message, StringComparison.Ordinal);
    }

    private Step Current(string name)
    {
        Log quiet = new();
        return new Step(quiet, name, _ => _log.Add($"{name} {(Transaction.Current is null ? "none" : "some")}"));
    }

    private Sequence Failing(Exception thrown) =>
        new() { Activities = { new Step(_log, "body", _ => Enlisted.In(_log, "work")), new Step(_log, "throws", thrown) } };
}
