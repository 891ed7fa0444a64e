using System.Linq.Expressions;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("19")]
public sealed class IfTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample() => new If(_ => true) { Then = new Step(Log, "then"), Else = new Step(Log, "else") };

    [Theory]
    [Lanes(true)]
    [Lanes(false)]
    public void Condition_SelectsBranch(bool condition, Lane lane)
    {
        Runner.Run(new If(_ => condition) { Then = new Step(Log, "then"), Else = new Step(Log, "else") }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs(condition ? "then" : "else");
    }

    [Theory]
    [Lanes(true)]
    [Lanes(false)]
    public void Branch_Missing_DoesNothing(bool condition, Lane lane)
    {
        Runner.Run(
            new If(_ => condition) { Then = condition ? null : new Step(Log, "then"), Else = condition ? new Step(Log, "else") : null },
            lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs();
    }

    [Theory, Lanes]
    public void Condition_IsEvaluatedOnceBeforeBranch(Lane lane)
    {
        Runner.Run(new If(new Expr<bool>(Log, "condition", () => true)) { Then = new Step(Log, "then") }, lane);
        Log.AssertIs("condition", "then");
    }

    [Theory, Lanes]
    public void Condition_InEachForm_IsUsed(Lane lane)
    {
        Variable<bool> variable = new("variable", true);
        Expression<Func<ActivityContext, bool>> tree = _ => true;
        Runner.Run(
            new Sequence
            {
                Variables = { variable },
                Activities =
                {
                    new If(new InArgument<bool>(true)) { Then = new Step(Log, "constant") },
                    new If(new InArgument<bool>(variable)) { Then = new Step(Log, "variable") },
                    new If(tree) { Then = new Step(Log, "tree") },
                    new If { Condition = true, Then = new Step(Log, "property") },
                },
            },
            lane);
        Log.AssertIs("constant", "variable", "tree", "property");
    }

    [Theory, Lanes]
    [Rule("4.5")]
    public void Condition_OfRoot_IsInput(Lane lane)
    {
        Runner.Run(new If { Then = new Step(Log, "then") }, lane, new Dictionary<string, object?> { ["Condition"] = true })
            .AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("then");
        Assert.Contains("'Condition'", Assert.Throws<ArgumentException>(() => Runner.Run(new If(), lane)).Message, StringComparison.Ordinal);
    }

    [Fact]
    [Rule("12.4")]
    public void Condition_Missing_IsInvalid() => Invalid.AssertBelowARoot(new If(), "'If' (root/If)", "'Condition'");

    [Fact]
    [Rule("12.2")]
    public void Branches_OneObject_IsInvalid()
    {
        Step step = new(Log, "both");
        Invalid.AssertRoot(new If(_ => true) { Then = step, Else = step }, "'both' is used by 'If'");
    }

    [Fact]
    public void Constructors_GivenNull_Refuse()
    {
        Assert.Throws<ArgumentNullException>(() => new If((Func<ActivityContext, bool>)null!));
        Assert.Throws<ArgumentNullException>(() => new If((Expression<Func<ActivityContext, bool>>)null!));
        Assert.Throws<ArgumentNullException>(() => new If((Activity<bool>)null!));
        Assert.Throws<ArgumentNullException>(() => new If((InArgument<bool>)null!));
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_BranchWaits_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(new If(_ => true) { Then = new Wait(Log, "w"), Else = new Step(Log, "never") }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("w waits", "w cancels");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_BranchCloses_EndsClosed(Lane lane)
    {
        Running running = Runner.Start(new If(_ => false) { Else = new Wait(Log, "w") { IsDeaf = true } }, lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_ConditionWaits_RunsNoBranch(Lane lane)
    {
        Running running = Runner.Start(
            new If(new WaitFor<bool>(Log, "c") { IsDeaf = true }) { Then = new Step(Log, "never"), Else = new Step(Log, "never") },
            lane);
        running.Cancel();
        running.Resume("c", true);
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("c waits", "c cancels");
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Cancel_RequestedByCondition_RunsNoBranch(Lane lane)
    {
        Ended ended = RunWithCancel(
            cancel => new If(_ => Cancel(cancel)) { Then = new Step(Log, "never") }, lane);
        ended.AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs();

        static bool Cancel(Action cancel)
        {
            cancel();
            return true;
        }
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void Fault_InInlineCondition_HasIfAsSource(Lane lane)
    {
        If failing = new(_ => throw _boom) { Then = new Step(Log, "never"), DisplayName = "if" };
        RunHandled(failing, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "root ! boom from if", "root < if Faulted");
    }

    [Theory, Lanes]
    [Rule("4.12")]
    public void Fault_InConditionActivity_RunsNoBranch(Lane lane)
    {
        Runner.Run(new If(new Expr<bool>(Log, "c", () => throw _boom)) { Then = new Step(Log, "never") }, lane).AssertUnhandled(_boom);
        Log.AssertIs("c");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_InBranchHandledAbove_EndsClosed(Lane lane)
    {
        RunHandled(new If(_ => true) { Then = new Step(Log, "failing", _boom) }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "failing", "root ! boom from failing", "root < If Closed");
    }

    [Theory, Lanes]
    public void If_InEachBranch_RunsOneOfFour(Lane lane)
    {
        Runner.Run(
            new If(_ => false)
            {
                Then = new If(_ => true) { Then = new Step(Log, "tt"), Else = new Step(Log, "te") },
                Else = new If(_ => true) { Then = new Step(Log, "et"), Else = new Step(Log, "ee") },
            },
            lane);
        Log.AssertIs("et");
    }
}
