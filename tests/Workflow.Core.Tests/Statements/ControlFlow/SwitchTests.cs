using System.Linq.Expressions;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("19")]
[Rule("18.1")]
public sealed class SwitchTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample() => new Switch<int>(_ => 2) { Cases = { [1] = new Step(Log, "one"), [2] = new Step(Log, "two") } };

    [Theory]
    [Lanes("a", "first")]
    [Lanes("b", "second")]
    [Lanes("A", "default")]
    [Lanes(null, "default")]
    public void Expression_SelectsCase(string? value, string expected, Lane lane)
    {
        Runner.Run(Letters(value), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs(expected);
    }

    [Theory, Lanes]
    public void Case_OfNull_IsFound(Lane lane)
    {
        Switch<string?> activity = Letters(null);
        activity.Cases.Add(null, new Step(Log, "null"));
        Runner.Run(activity, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("null");
        Assert.True(activity.Cases.ContainsKey(null));
        Assert.Throws<ArgumentException>(() => activity.Cases.Add(null, null));
    }

    [Theory, Lanes]
    public void Case_WithoutActivity_SkipsDefault(Lane lane)
    {
        Runner.Run(new Switch<int>(_ => 1) { Cases = { [1] = null }, Default = new Step(Log, "never") }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs();
    }

    [Theory, Lanes]
    public void Case_NoneMatches_DoesNothing(Lane lane)
    {
        Runner.Run(new Switch<int>(_ => 3) { Cases = { [1] = new Step(Log, "never") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new Switch<int>(_ => 3), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs();
    }

    [Theory, Lanes]
    public void Default_WithoutCases_Runs(Lane lane)
    {
        Runner.Run(new Switch<int>(_ => 3) { Default = new Step(Log, "default") }, lane);
        Log.AssertIs("default");
    }

    [Theory, Lanes]
    public void Expression_InEachForm_IsUsed(Lane lane)
    {
        Variable<int> variable = new("variable", 1);
        Expression<Func<ActivityContext, int>> tree = _ => 1;
        Runner.Run(
            new Sequence
            {
                Variables = { variable },
                Activities =
                {
                    One(new Switch<int>(new InArgument<int>(variable)), "variable"),
                    One(new Switch<int>(tree), "tree"),
                    One(new Switch<int>(new Expr<int>(Log, "expression", () => 1)), "activity"),
                    One(new Switch<int> { Expression = 1 }, "property"),
                },
            },
            lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("variable", "tree", "expression", "activity", "property");
    }

    [Fact]
    public void Constructors_GivenNull_Refuse()
    {
        Assert.Throws<ArgumentNullException>(() => new Switch<int>((Func<ActivityContext, int>)null!));
        Assert.Throws<ArgumentNullException>(() => new Switch<int>((Expression<Func<ActivityContext, int>>)null!));
        Assert.Throws<ArgumentNullException>(() => new Switch<int>((Activity<int>)null!));
        Assert.Throws<ArgumentNullException>(() => new Switch<int>((InArgument<int>)null!));
    }

    [Fact]
    [Rule("12.4")]
    public void Expression_Missing_IsInvalid() => Invalid.AssertBelowARoot(new Switch<int>(), "'Expression'");

    [Fact]
    [Rule("12.2")]
    public void Cases_OneActivityTwice_IsInvalid()
    {
        Step step = new(Log, "twice");
        Invalid.AssertRoot(new Switch<int>(_ => 1) { Cases = { [1] = step, [2] = step } }, "'twice' is used by");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_CaseWaits_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(new Switch<int>(_ => 1) { Cases = { [1] = new Wait(Log, "w") }, Default = new Step(Log, "never") }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("w waits", "w cancels");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_CaseCloses_EndsClosed(Lane lane)
    {
        Running running = Runner.Start(new Switch<int>(_ => 1) { Cases = { [1] = new Wait(Log, "w") { IsDeaf = true } } }, lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_ExpressionWaits_RunsNoCase(Lane lane)
    {
        Running running = Runner.Start(new Switch<int>(new WaitFor<int>(Log, "e")) { Default = new Step(Log, "never") }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("e waits", "e cancels");
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void Fault_InExpression_HasSwitchAsSource(Lane lane)
    {
        RunHandled(new Switch<int>(_ => throw _boom) { DisplayName = "switch", Default = new Step(Log, "never") }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "root ! boom from switch", "root < switch Faulted");
    }

    [Theory, Lanes]
    [Rule("5.5")]
    public void Fault_InCase_Propagates(Lane lane) =>
        Runner.Run(new Switch<int>(_ => 1) { Cases = { [1] = new Step(Log, "failing", _boom) } }, lane).AssertUnhandled(_boom);

    [Theory, Lanes]
    public void Switch_Nested_IsEvaluatedSeparately(Lane lane)
    {
        Runner.Run(new Switch<int>(_ => 1) { Cases = { [1] = Letters("b") }, Default = new Step(Log, "never") }, lane);
        Log.AssertIs("second");
    }

    private Switch<string?> Letters(string? value) => new(_ => value)
    {
        Cases = { ["a"] = new Step(Log, "first"), ["b"] = new Step(Log, "second") },
        Default = new Step(Log, "default"),
    };

    private Switch<int> One(Switch<int> activity, string name)
    {
        activity.Cases[1] = new Step(Log, name);
        return activity;
    }
}
