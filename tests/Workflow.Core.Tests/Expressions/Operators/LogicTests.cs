using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Tests of the behavior that the two operators on bits and truth values share.</summary>
public abstract class LogicTests : ExpressionTests<bool>
{
    private protected abstract BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>();

    [Fact]
    [Rule("20.1")]
    public void Operands_Mismatched_AreInvalid()
    {
        Evaluate.AssertUndefined(Create<bool, int, bool>());
        Evaluate.AssertUndefined(Create<int, long, long>());
        Evaluate.AssertUndefined(Create<bool?, bool, bool?>());
        Evaluate.AssertUndefined(Create<AttributeTargets, AttributeTargets, AttributeTargets>());
        Evaluate.AssertUndefined(Create<double, double, double>());
        Evaluate.AssertUndefined(Create<string, string, string>());
        Evaluate.AssertUndefined(Create<bool?, bool?, bool>(), "yields");
    }

    [Fact]
    [Rule("12.4")]
    public void Operands_Missing_AreInvalidEach() => Invalid.AssertBelowARoot(Create<bool, bool, bool>(), "'Left'", "'Right'");

    [Theory, Lanes]
    [Rule("20.2")]
    public void Operands_AreBothEvaluated(Lane lane)
    {
        BinaryOperator<bool, bool, bool> activity = Create<bool, bool, bool>();
        foreach (bool left in (bool[])[true, false])
        {
            Log.Clear();
            activity = Create<bool, bool, bool>();
            activity.Left = new InArgument<bool>(new Expr<bool>(Log, "left", () => left));
            activity.Right = new InArgument<bool>(new Expr<bool>(Log, "right", () => true));
            Evaluate.Value(activity, lane);
            Assert.Equal(["left", "right"], Log.Entries.Order());
        }
    }
}
