using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("19")]
public sealed class ParallelTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample() => new Parallel
    {
        Branches = { new Step(Log, "a"), new Parallel { Branches = { new Step(Log, "b"), new Step(Log, "c") } }, new Step(Log, "d") },
        CompletionCondition = new Expr<bool>(Log, "condition", () => false),
    };

    [Theory, Lanes]
    [Rule("1.3")]
    public void Branches_Several_StartInOrder(Lane lane)
    {
        Runner.Run(new Parallel { Branches = { new Step(Log, "a"), new Step(Log, "b"), new Step(Log, "c") } }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "c");
    }

    [Theory, Lanes]
    public void Branches_None_ClosesWithoutCondition(Lane lane)
    {
        Runner.Run(new Parallel { CompletionCondition = new Expr<bool>(Log, "never", () => true) }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new Parallel(), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs();
    }

    [Fact]
    public void Collections_GivenNull_Refuse()
    {
        Assert.Throws<ArgumentNullException>(() => new Parallel().Branches.Add(null!));
        Assert.Throws<ArgumentNullException>(() => new Parallel().Variables.Add(null!));
    }

    [Fact]
    [Rule("12.2")]
    public void Branches_OneObjectTwice_IsInvalid()
    {
        Step step = new(Log, "twice");
        Invalid.AssertRoot(new Parallel { Branches = { step, step } }, "'twice' is used by 'Parallel'");
    }

    [Theory, Lanes]
    public void Branches_Waiting_CloseWhenResumed(Lane lane)
    {
        Running running = Runner.Start(Waiting(null, "a", "b"), lane);
        running.Resume("b");
        Assert.True(running.IsIdle);
        running.Resume("a");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a waits", "b waits", "b resumed ", "a resumed ");
    }

    [Theory, Lanes]
    public void Variables_AreSharedByBranchesAndCondition(Lane lane)
    {
        Variable<int> count = new("count");
        Parallel root = new()
        {
            Variables = { count },
            Branches = { Increment(count), Increment(count), Increment(count) },
            CompletionCondition = new LambdaValue<bool>(context => count.Get(context) == 2),
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("1", "2");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void CompletionCondition_TrueAfterFirst_CancelsOthers(Lane lane)
    {
        Parallel root = Waiting(new Expr<bool>(Log, "condition", () => true), "a", "b", "c");
        Running running = Runner.Start(root, lane);
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a waits", "b waits", "c waits", "b resumed ", "condition", "a cancels", "c cancels");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void CompletionCondition_TrueAtOnce_StartsNoOthers(Lane lane)
    {
        Runner.Run(new Parallel { Branches = { new Step(Log, "a"), new Step(Log, "never") }, CompletionCondition = true }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void CompletionCondition_False_IsEvaluatedAfterEachBranch(Lane lane)
    {
        Parallel root = new() { Branches = { new Step(Log, "a"), new Step(Log, "b") }, CompletionCondition = new Expr<bool>(Log, "condition", () => false) };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "condition", "b", "condition");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void CompletionCondition_TrueOthersIgnoreCancel_WaitsForThem(Lane lane)
    {
        Parallel root = new()
        {
            Branches = { new Step(Log, "a"), new Wait(Log, "w") { IsDeaf = true } },
            CompletionCondition = new Expr<bool>(Log, "condition", () => Log.Entries.Contains("w waits")),
        };
        root.Branches.Add(new Step(Log, "c"));
        Running running = Runner.Start(root, lane);
        Assert.True(running.IsIdle);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "condition", "w waits", "c", "condition", "w cancels", "w resumed ");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void CompletionCondition_TrueOtherEvaluationWaits_CancelsIt(Lane lane)
    {
        Parallel root = new() { Branches = { new Step(Log, "a"), new Step(Log, "b") }, CompletionCondition = new PickyCondition(Log) };
        Running running = Runner.Start(root, lane);
        Log.AssertIs("a", "evaluation 1 waits", "b", "evaluation 2 waits");
        running.Resume("evaluation 2", true);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("evaluation cancels", Log.Entries[^1]);
    }

    [Theory, Lanes]
    [Rule("5.5")]
    public void CompletionCondition_Throws_Propagates(Lane lane)
    {
        Parallel root = new()
        {
            Branches = { new Step(Log, "a"), new Step(Log, "never") },
            CompletionCondition = new Expr<bool>(Log, "condition", () => throw _boom)
        };
        Runner.Run(root, lane).AssertUnhandled(_boom);
        Log.AssertIs("a", "condition");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    [Rule("3.2")]
    public void Cancel_WithoutCondition_CancelsInSourceOrder(Lane lane)
    {
        Running running = Runner.Start(Waiting(null, "a", "b"), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("a waits", "b waits", "a cancels", "b cancels");
    }

    [Theory, Lanes]
    [Rule("3.8")]
    public void Cancel_AllBranchesClose_EndsClosed(Lane lane)
    {
        Running running = Runner.Start(Deaf(null, "a", "b"), lane);
        running.Cancel();
        running.Resume("a");
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("3.3")]
    public void Cancel_WithoutConditionOneBranchCanceled_EndsCanceled(Lane lane)
    {
        Parallel root = Deaf(null, "a");
        root.Branches.Add(new Wait(Log, "b"));
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("a");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_ConditionTrue_EndsClosed(Lane lane)
    {
        Parallel root = Deaf(new Expr<bool>(Log, "condition", () => true), "a", "b");
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("a");
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Single(Log.Entries, "condition");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_BranchCanceledBeforeConditionTrue_EndsCanceled(Lane lane)
    {
        Parallel root = Waiting(new Expr<bool>(Log, "never", () => true), "a");
        root.Branches.Add(new Wait(Log, "b") { IsDeaf = true });
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("a waits", "b waits", "a cancels", "b cancels", "b resumed ");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_ConditionFalse_EndsClosedIfAllBranchesClose(Lane lane)
    {
        Running running = Runner.Start(Deaf(new Expr<bool>(Log, "condition", () => false), "a", "b"), lane);
        running.Cancel();
        running.Resume("a");
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(2, Log.Entries.Count(entry => entry == "condition"));
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Cancel_RequestedByBranch_StartsNoOthers(Lane lane)
    {
        RunWithCancel(cancel => new Parallel { Branches = { new Step(Log, "a", _ => cancel()), new Step(Log, "never") } }, lane)
            .AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("a");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_InBranch_TearsDownOthers(Lane lane)
    {
        Parallel root = Waiting(null, "a", "b");
        root.Branches.Add(new Step(Log, "failing", _boom));
        root.Branches.Add(new Step(Log, "never"));
        Runner.Run(root, lane).AssertUnhandled(_boom);
        Log.AssertIs("a waits", "b waits", "failing", "b aborts", "a aborts");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_InBranchHandledAbove_KeepsOthersRunning(Lane lane)
    {
        RunHandled(new Parallel { Branches = { new Step(Log, "failing", _boom), new Step(Log, "b") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["failing", "b"], Log.Entries.Where(entry => !entry.StartsWith("root", StringComparison.Ordinal)));
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Fault_InBranchHandledAbove_EvaluatesCondition(Lane lane)
    {
        Parallel root = new()
        {
            Branches = { new Step(Log, "failing", _boom), new Step(Log, "b") },
            CompletionCondition = new Expr<bool>(Log, "condition", () => false)
        };
        RunHandled(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["failing", "condition", "b", "condition"], Log.Entries.Where(entry => !entry.StartsWith("root", StringComparison.Ordinal)));
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Fault_InBranchCaughtOutside_CancelsOthers(Lane lane)
    {
        Parallel branches = Waiting(null, "a");
        branches.Branches.Add(new Step(Log, "failing", _boom));
        Runner.Run(new TryCatch { Try = branches, Catches = { new Catch<InvalidOperationException>() } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a waits", "failing", "a cancels");
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Branches_NestedParallels_WaitIndependently(Lane lane)
    {
        Running running = Runner.Start(new Parallel { Branches = { Waiting(null, "a", "b"), Waiting(null, "c", "d") } }, lane);
        foreach (string name in (string[])["d", "a", "c", "b"])
        {
            Assert.Equal(BookmarkResumptionResult.Success, running.Resume(name));
        }

        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    private Sequence Increment(Variable<int> count) => new()
    {
        Activities = { new Assign<int> { To = count, Value = new(context => count.Get(context) + 1) }, new Note(Log, context => $"{count.Get(context)}") },
    };

    private Parallel Waiting(Activity<bool>? condition, params string[] names) => Create(condition, names, isDeaf: false);

    private Parallel Deaf(Activity<bool>? condition, params string[] names) => Create(condition, names, isDeaf: true);

    private Parallel Create(Activity<bool>? condition, string[] names, bool isDeaf)
    {
        Parallel parallel = new() { CompletionCondition = condition };
        foreach (string name in names)
        {
            parallel.Branches.Add(new Wait(Log, name) { IsDeaf = isDeaf });
        }

        return parallel;
    }

    /// <summary>A condition that waits at a separate bookmark in each evaluation.</summary>
    private sealed class PickyCondition(Log log) : NativeActivity<bool>
    {
        private int _evaluations;

        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context)
        {
            string name = $"evaluation {++_evaluations}";
            log.Add($"{name} waits");
            context.CreateBookmark(name, OnResumed);
        }

        protected override void Cancel(NativeActivityContext context)
        {
            log.Add("evaluation cancels");
            base.Cancel(context);
        }

        private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value) => Result!.Set(context, (bool)value!);
    }
}
