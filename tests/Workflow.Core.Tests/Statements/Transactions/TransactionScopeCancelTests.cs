using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;
using Workflow.Statements;
using Scope = Workflow.Statements.TransactionScope;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests cancellation and termination while a transaction is active or requested.</summary>
public sealed class TransactionScopeCancelTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("6.3")]
    public void Cancel_OfRootDuringTransaction_WaitsForItsEnd(Lane lane)
    {
        Sequence root = new() { Activities = { new Scope { Body = new Wait(_log, "inside") }, new Step(_log, "after") } };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        _log.AssertIs("inside waits");
        running.Resume("inside");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("inside waits", "inside resumed ");
    }

    [Theory, Lanes]
    [Rule("6.3")]
    [Rule("3.7")]
    public void Fault_LeavesScopeWhileCancelPending_AbortsWorkflow(Lane lane)
    {
        InvalidOperationException thrown = new("boom");
        Sequence body = new() { Activities = { new Wait(_log, "inside"), new Step(_log, "throws", thrown) } };
        Sequence root = new() { Activities = { new Scope { AbortInstanceOnTransactionFailure = false, Body = body }, new Step(_log, "after") } };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("inside");
        running.End().AssertAbortedAround(thrown);
        Assert.DoesNotContain("after", _log.Entries);
    }

    [Theory, Lanes]
    [Rule("6.3")]
    public void Cancel_InsideTransaction_IsNotDeferred(Lane lane)
    {
        Scope root = new()
        {
            Body = new Pick
            {
                Branches =
                {
                    new PickBranch { Trigger = new Wait(_log, "loses") },
                    new PickBranch { Trigger = new Wait(_log, "wins"), Action = new Step(_log, "action", _ => Enlisted.In(_log, "work")) },
                },
            },
        };
        Running running = Runner.Start(root, lane);
        running.Resume("wins");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("loses waits", "wins waits", "wins resumed ", "loses cancels", "action", "work committed");
    }

    [Theory, Lanes]
    [Rule("10.5")]
    public void Cancel_WhileTransactionRequested_EndsCanceled(Lane lane)
    {
        Operation operation = new(_log, "op");
        Parallel root = new() { Branches = { operation, new Scope { Body = new Step(_log, "body") } } };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        Assert.True(running.IsIdle);
        operation.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("op starts", "op cancels", "op token");
    }

    [Theory, Lanes]
    [Rule("10.3")]
    public void Cancel_RootScope_CancelsBodyAndCommits(Lane lane)
    {
        Scope root = new() { Body = new Sequence { Activities = { new Step(_log, "body", _ => Enlisted.In(_log, "work")), new Wait(_log, "w") } } };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("body", "w waits", "w cancels", "work committed");
    }

    [Theory, Lanes]
    [Rule("10.5")]
    public void TerminateWorkflow_InAbortingScope_Aborts(Lane lane)
    {
        Sequence body = new() { Activities = { new Step(_log, "body", _ => Enlisted.In(_log, "work")), new TerminateWorkflow { Reason = "enough" } } };
        Ended ended = Runner.Run(new Scope { Body = body }, lane);
        Assert.Equal(ExecutionOutcome.Aborted, ended.Outcome);
        _log.AssertIs("body", "work rolled back");
    }

    [Theory, Lanes]
    [Rule("10.5")]
    public void TerminateWorkflow_InNonAbortingScope_Terminates(Lane lane)
    {
        Sequence body = new() { Activities = { new Step(_log, "body", _ => Enlisted.In(_log, "work")), new TerminateWorkflow { Reason = "enough" } } };
        Ended ended = Runner.Run(new Scope { AbortInstanceOnTransactionFailure = false, Body = body }, lane);
        Assert.Equal(ExecutionOutcome.Terminated, ended.Outcome);
        _log.AssertIs("body", "work rolled back");
    }
}
