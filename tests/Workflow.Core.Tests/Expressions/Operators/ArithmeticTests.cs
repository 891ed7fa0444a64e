using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Tests of the behavior that the arithmetic operators share.</summary>
public abstract class ArithmeticTests : FallibleExpressionTests<int>
{
    private protected abstract BinaryOperator<T, T, T> Create<T>();

    private protected abstract BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>();

    [Fact]
    [Rule("20.1")]
    public void Operands_OfTwoTypes_AreInvalid()
    {
        Evaluate.AssertUndefined(Create<int, long, long>());
        Evaluate.AssertUndefined(Create<int, double, double>());
        Evaluate.AssertUndefined(Create<int?, int, int?>());
        Evaluate.AssertUndefined(Create<decimal, int, decimal>());
    }

    [Fact]
    [Rule("20.1")]
    public void Operands_WithoutTheOperator_AreInvalid()
    {
        Evaluate.AssertUndefined(Create<byte>());
        Evaluate.AssertUndefined(Create<char>());
        Evaluate.AssertUndefined(Create<string>());
        Evaluate.AssertUndefined(Create<bool>());
        Evaluate.AssertUndefined(Create<DayOfWeek>());
        Evaluate.AssertUndefined(Create<object>());
        Evaluate.AssertUndefined(Create<Plain>());
    }

    [Fact]
    [Rule("20.1")]
    public void Result_OfAnotherType_IsInvalid()
    {
        Evaluate.AssertUndefined(Create<int, int, long>(), "'System.Int32'", "'System.Int64'", "yields");
        Evaluate.AssertUndefined(Create<int, int, object>(), "'System.Int32'", "'System.Object'", "yields");
        Evaluate.AssertUndefined(Create<int?, int?, int>(), "'System.Nullable`1[System.Int32]'", "yields");
    }

    [Fact]
    [Rule("12.4")]
    public void Operands_Missing_AreInvalidEach() => Invalid.AssertBelowARoot(Create<int>(), "'Left'", "'Right'");

    [Fact]
    [Rule("20.2")]
    public void Operand_Null_GivesNull()
    {
        Assert.Null(Evaluate.Value(Create<int?>(), null, 1));
        Assert.Null(Evaluate.Value(Create<int?>(), 1, null));
        Assert.Null(Evaluate.Value(Create<int?>(), null, null));
        Assert.Null(Evaluate.Value(Create<decimal?>(), null, 1));
    }

    [Theory, Lanes]
    [Rule("4.2")]
    public void Operands_FromVariables_AreRead(Lane lane)
    {
        Variable<int> left = new("left", 8);
        Variable<int> right = new("right", 2);
        BinaryOperator<int, int, int> activity = Create<int>();
        activity.Left = left;
        activity.Right = right;
        Take<int> take = new() { Value = activity };
        Runner.Run(new Workflow.Statements.Sequence { Variables = { left, right }, Activities = { take } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([Evaluate.Value(Create<int>(), 8, 2)], take.Taken);
    }

    [Theory, Lanes]
    [Rule("4.2")]
    public void Operands_ThatWait_AreBothAwaited(Lane lane)
    {
        BinaryOperator<int, int, int> activity = Create<int>();
        activity.Left = new InArgument<int>(new WaitFor<int>(Log, "left"));
        activity.Right = new InArgument<int>(new WaitFor<int>(Log, "right"));
        Running running = Runner.Start(activity, lane);
        running.Resume("right", 2);
        running.Resume("left", 8);
        Assert.Equal(Evaluate.Value(Create<int>(), 8, 2), running.End().Outputs["Result"]);
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_WhileAnOperandWaits_EndsCanceled(Lane lane)
    {
        BinaryOperator<int, int, int> activity = Create<int>();
        activity.Left = 1;
        activity.Right = new InArgument<int>(new WaitFor<int>(Log, "right"));
        Running running = Runner.Start(activity, lane);
        running.Cancel();
        Ended ended = running.End();
        ended.AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Equal(0, ended.Outputs["Result"]);
    }

    [Theory, Lanes]
    [Rule("4.12")]
    public void Operand_Faults_IsTheSource(Lane lane)
    {
        InvalidOperationException boom = new("boom");
        BinaryOperator<int, int, int> activity = Create<int>();
        activity.Left = new InArgument<int>(new Expr<int>(Log, "left", () => throw boom));
        activity.Right = 1;
        Runner.Run(activity, lane).AssertUnhandled(boom);
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Operator_AsAnOperandOfItself_IsEvaluatedFirst(Lane lane)
    {
        BinaryOperator<int, int, int> outer = Create<int>();
        outer.Left = Create<int>().Of(24, 2);
        outer.Right = Create<int>().Of(6, 2);
        int expected = Evaluate.Value(Create<int>(), Evaluate.Value(Create<int>(), 24, 2), Evaluate.Value(Create<int>(), 6, 2));
        Assert.Equal(expected, Evaluate.Value(outer, lane));
    }
}
