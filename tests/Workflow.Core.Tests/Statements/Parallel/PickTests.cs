using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.6")]
[Rule("19")]
public sealed class PickTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample() => new Pick
    {
        Branches =
        {
            new PickBranch { Trigger = new Step(Log, "trigger"), Action = new Step(Log, "action") },
            new PickBranch { Trigger = new Step(Log, "late"), Action = new Step(Log, "never") },
        },
    };

    /// <summary>The decision between the branches runs at the tail of the queue.</summary>
    protected override IEnumerable<string> MarksOfTwo(string[] once, string between) => [.. once[..2], between, .. once[..2], once[2], once[2]];

    [Theory, Lanes]
    public void Branches_OneTriggered_CancelsOthersAndRunsAction(Lane lane)
    {
        Running running = Runner.Start(Waiting("a", "b", "c"), lane);
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a waits", "b waits", "c waits", "b resumed ", "a cancels", "c cancels", "do b");
    }

    [Theory, Lanes]
    [Rule("1.3")]
    public void Branches_TriggersCloseAtOnce_FirstWins(Lane lane)
    {
        Runner.Run(Of(Branch(new Step(Log, "a"), "do a"), Branch(new Step(Log, "b"), "do b"), Branch(new Wait(Log, "c"), "do c")), lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "c waits", "c cancels", "do a");
    }

    [Theory, Lanes]
    public void Branches_None_ClosesAtOnce(Lane lane) => Runner.Run(new Pick(), lane).AssertCompleted(ActivityInstanceState.Closed);

    [Theory, Lanes]
    public void Branches_One_RunsTriggerAndAction(Lane lane)
    {
        Runner.Run(Of(Branch(new Step(Log, "a"), "do a")), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "do a");
    }

    [Theory, Lanes]
    public void Action_Null_EndsAfterLosers(Lane lane)
    {
        Pick root = Of(new PickBranch { Trigger = new Step(Log, "a") }, Branch(new Wait(Log, "b"), "never"));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b waits", "b cancels");
    }

    [Fact]
    public void Trigger_Null_IsInvalid() =>
        Invalid.AssertRoot(Of(new PickBranch { DisplayName = "empty" }), "The branch 'empty' has no trigger", "set its Trigger");

    [Fact]
    public void Collections_GivenNull_Refuse()
    {
        Assert.Throws<ArgumentNullException>(() => new Pick().Branches.Add(null!));
        Assert.Throws<ArgumentNullException>(() => new PickBranch().Variables.Add(null!));
    }

    [Fact]
    public void DisplayName_NotSet_IsTypeName()
    {
        PickBranch branch = new() { DisplayName = "named" };
        Assert.Equal("named", branch.DisplayName);
        branch.DisplayName = null!;
        Assert.Equal("PickBranch", branch.DisplayName);
    }

    [Fact]
    [Rule("12.2")]
    public void Branches_OneObjectTwice_IsInvalid()
    {
        PickBranch branch = Branch(new Step(Log, "twice"), "do");
        Invalid.AssertRoot(Of(branch, branch), "'twice' is used by 'PickBranch'");
    }

    [Theory, Lanes]
    [Rule("12.3")]
    public void Definition_ChangedAfterFirstRun_IsUnchanged(Lane lane)
    {
        PickBranch branch = Branch(new Step(Log, "a"), "do a");
        Pick root = Of(branch);
        Runner.Run(root, lane);
        branch.Action = null;
        root.Branches.Clear();
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "do a", "a", "do a");
    }

    [Theory, Lanes]
    [Rule("4.8")]
    public void Variables_OfBranch_AreSharedAndResetInEachRun(Lane lane)
    {
        Variable<int> count = new("count", 1);
        PickBranch branch = new()
        {
            Variables = { count },
            Trigger = new Assign<int> { To = count, Value = new(context => count.Get(context) + 1) },
            Action = new Note(Log, context => $"{count.Get(context)}"),
        };
        int passes = 0;
        Runner.Run(new While(_ => passes++ < 2) { Body = Of(branch) }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("2", "2");
    }

    [Theory, Lanes]
    public void Losers_IgnoreCancel_DelayAction(Lane lane)
    {
        Running running = Runner.Start(Of(Branch(Deaf("x"), "never"), Branch(new Wait(Log, "b"), "do b"), Branch(Deaf("y"), "never")), lane);
        running.Resume("b");
        running.Resume("x");
        Assert.True(running.IsIdle);
        running.Resume("y");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("x waits", "b waits", "y waits", "b resumed ", "x cancels", "y cancels", "x resumed ", "y resumed ", "do b");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_AllWait_CancelsBranchesInOrder(Lane lane)
    {
        Running running = Runner.Start(Waiting("a", "b"), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("a waits", "b waits", "a cancels", "b cancels");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_TriggerCloses_EndsCanceledWithoutAction(Lane lane)
    {
        Running running = Runner.Start(Of(Branch(Deaf("a"), "never"), Branch(new Wait(Log, "b"), "never")), lane);
        running.Cancel();
        Assert.True(running.IsIdle);
        running.Resume("a");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("a waits", "b waits", "a cancels", "b cancels", "a resumed ");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_DuringAction_EndsLikeAction(Lane lane)
    {
        Running running = Runner.Start(Of(new PickBranch { Trigger = new Step(Log, "a"), Action = new Wait(Log, "action") }), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("a", "action waits", "action cancels");
        running = Runner.Start(Of(new PickBranch { Trigger = new Step(Log, "b"), Action = Deaf("deaf") }, Branch(new Wait(Log, "c"), "never")), lane);
        running.Cancel();
        running.Resume("deaf");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_WhileLosersAreCanceled_EndsCanceledWithoutAction(Lane lane)
    {
        Running running = Runner.Start(Of(Branch(Deaf("deaf"), "never"), Branch(new Wait(Log, "b"), "never")), lane);
        running.Resume("b");
        running.Cancel();
        running.Resume("deaf");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("deaf waits", "b waits", "b resumed ", "deaf cancels", "deaf resumed ");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_BeforeDecision_EndsCanceledWithoutAction(Lane lane)
    {
        Ended ended = RunWithCancel(
            cancel => Of(Branch(new Step(Log, "a"), "never"), Branch(new Step(Log, "b", _ => cancel()), "never"), Branch(new Step(Log, "late"), "never")),
            lane);
        ended.AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("a", "b");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_OfTriggerHandledAbove_KeepsOthersRunning(Lane lane)
    {
        Pick pick = Of(Branch(new Step(Log, "failing", _boom), "never"), Branch(new Step(Log, "b"), "do b"));
        RunHandled(pick, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["failing", "b", "do b"], Log.Entries.Where(entry => !entry.StartsWith("root", StringComparison.Ordinal)));
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_OfOnlyTriggerHandledAbove_EndsClosed(Lane lane)
    {
        RunHandled(Of(Branch(new Step(Log, "failing", _boom), "never")), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.DoesNotContain("never", Log.Entries);
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_OfTrigger_TearsDownOthers(Lane lane)
    {
        Runner.Run(Of(Branch(new Wait(Log, "a"), "never"), Branch(new Step(Log, "failing", _boom), "never")), lane).AssertUnhandled(_boom);
        Log.AssertIs("a waits", "failing", "a aborts");
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Fault_OfActionCaughtOutside_EndsPick(Lane lane)
    {
        Pick pick = Of(new PickBranch { Trigger = new Step(Log, "a"), Action = new Step(Log, "failing", _boom) });
        TryCatch root = new() { Try = pick, Catches = { new Catch<InvalidOperationException>() }, Finally = new Step(Log, "finally") };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "failing", "finally");
    }

    [Theory, Lanes]
    [Rule("3.7")]
    public void Fault_OfCanceledLoser_AbortsWorkflow(Lane lane)
    {
        Probe loser = new(Log, "loser") { Body = context => context.CreateBookmark("loser"), OnCancel = _ => throw _boom };
        Running running = Runner.Start(Of(Branch(new Wait(Log, "a"), "never"), new PickBranch { Trigger = loser }), lane);
        running.Resume("a");
        running.End().AssertAbortedAround(_boom);
    }

    [Theory, Lanes]
    public void Pick_AsTrigger_IsDecidedFirst(Lane lane)
    {
        Pick inner = Of(Branch(new Wait(Log, "a"), "do a"), Branch(new Wait(Log, "b"), "do b"));
        Running running = Runner.Start(Of(Branch(inner, "outer"), Branch(new Wait(Log, "c"), "never")), lane);
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a waits", "b waits", "c waits", "b resumed ", "a cancels", "do b", "c cancels", "outer");
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Pick_InParallelForEach_IsDecidedPerBody(Lane lane)
    {
        Pick body = Of(Branch(new Step(Log, "a"), "do a"));
        ParallelForEach<int> root = new() { Values = new(_ => new[] { 1, 2 }), Body = new ActivityAction<int> { Handler = body } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "a", "do a", "do a");
    }

    private Pick Waiting(params string[] names) => Of([.. names.Select(name => Branch(new Wait(Log, name), $"do {name}"))]);

    private Wait Deaf(string name) => new(Log, name) { IsDeaf = true };

    private PickBranch Branch(Activity trigger, string action) => new() { Trigger = trigger, Action = new Step(Log, action) };

    private static Pick Of(params PickBranch[] branches)
    {
        Pick pick = new();
        Array.ForEach(branches, pick.Branches.Add);
        return pick;
    }
}
