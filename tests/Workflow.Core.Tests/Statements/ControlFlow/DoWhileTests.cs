using System.Linq.Expressions;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("19")]
public sealed class DoWhileTests : LoopTests
{
    [Theory, Lanes]
    public void Condition_IsEvaluatedAfterEachIteration(Lane lane)
    {
        Runner.Run(Sample(), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("body", "condition", "body", "condition", "body", "condition");
    }

    [Theory, Lanes]
    public void Condition_FalseAtFirst_RunsOneIteration(Lane lane)
    {
        Runner.Run(new DoWhile(_ => false) { Body = new Step(Log, "once") }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("once");
    }

    [Fact]
    public void Variables_GivenNull_Refuse() => Assert.Throws<ArgumentNullException>(() => new DoWhile().Variables.Add(null!));

    protected override int PassesFor(int trueTimes) => trueTimes + 1;

    protected override Activity Create(Activity<bool>? condition, Activity? body, params Variable[] variables)
    {
        DoWhile loop = new() { Condition = condition, Body = body };
        Array.ForEach(variables, loop.Variables.Add);
        return loop;
    }

    protected override Activity CreateByFunction(Func<ActivityContext, bool>? condition) => new DoWhile(condition!);

    protected override Activity CreateByTree(Expression<Func<ActivityContext, bool>>? condition) => new DoWhile(condition!);

    protected override Activity CreateByActivity(Activity<bool>? condition) => new DoWhile(condition!);
}
