using System.Linq.Expressions;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("19")]
public sealed class WhileTests : LoopTests
{
    [Theory, Lanes]
    public void Condition_IsEvaluatedBeforeEachIteration(Lane lane)
    {
        Runner.Run(Sample(), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("condition", "body", "condition", "body", "condition");
    }

    [Theory, Lanes]
    public void Condition_FalseAtFirst_RunsNothing(Lane lane)
    {
        Runner.Run(new While(_ => false) { Body = new Step(Log, "never") }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs();
    }

    [Fact]
    public void Variables_GivenNull_Refuse() => Assert.Throws<ArgumentNullException>(() => new While().Variables.Add(null!));

    protected override int PassesFor(int trueTimes) => trueTimes;

    protected override Activity Create(Activity<bool>? condition, Activity? body, params Variable[] variables)
    {
        While loop = new() { Condition = condition, Body = body };
        Array.ForEach(variables, loop.Variables.Add);
        return loop;
    }

    protected override Activity CreateByFunction(Func<ActivityContext, bool>? condition) => new While(condition!);

    protected override Activity CreateByTree(Expression<Func<ActivityContext, bool>>? condition) => new While(condition!);

    protected override Activity CreateByActivity(Activity<bool>? condition) => new While(condition!);
}
