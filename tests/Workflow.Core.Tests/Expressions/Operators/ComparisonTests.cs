using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Tests of the behavior that the ordering operators share. A comparison with null is false.</summary>
public abstract class ComparisonTests : ExpressionTests<bool>
{
    /// <summary>The results of the operator for a lower, an equal and a higher left value.</summary>
    protected abstract (bool Lower, bool Equal, bool Higher) Answers { get; }

    private protected abstract BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>();

    protected override bool Expected => Answers.Lower;

    protected override Activity<bool> Sample()
    {
        BinaryOperator<int, int, bool> activity = Create<int, int, bool>();
        activity.Left = 1;
        activity.Right = 2;
        return activity;
    }

    [Fact]
    [Rule("20.1")]
    public void Values_WithAnOrder_AreCompared()
    {
        AssertAnswers(1, 2);
        AssertAnswers((byte)1, (byte)2);
        AssertAnswers('a', 'b');
        AssertAnswers(1.5, 2.5);
        AssertAnswers(1.5m, 2.5m);
        AssertAnswers<int?>(1, 2);
        AssertAnswers(new Money(1), new Money(2));
        AssertAnswers<Money?>(new Money(1), new Money(2));
        AssertAnswers(TimeSpan.Zero, TimeSpan.MaxValue);
    }

    [Fact]
    [Rule("20.2")]
    public void Null_OnAnySide_IsFalse()
    {
        Assert.False(Evaluate.Value(Create<int?, int?, bool>(), null, null));
        Assert.False(Evaluate.Value(Create<int?, int?, bool>(), null, 1));
        Assert.False(Evaluate.Value(Create<int?, int?, bool>(), 1, null));
        Assert.False(Evaluate.Value(Create<Money?, Money?, bool>(), new Money(1), null));
        Assert.False(Evaluate.Value(Create<double, double, bool>(), double.NaN, double.NaN));
    }

    [Fact]
    [Rule("20.1")]
    public void Values_WithoutAnOrder_AreInvalid()
    {
        Evaluate.AssertUndefined(Create<string, string, bool>());
        Evaluate.AssertUndefined(Create<int, long, bool>());
        Evaluate.AssertUndefined(Create<int?, int, bool>());
        Evaluate.AssertUndefined(Create<bool, bool, bool>());
        Evaluate.AssertUndefined(Create<DayOfWeek, DayOfWeek, bool>());
        Evaluate.AssertUndefined(Create<object, object, bool>());
        Evaluate.AssertUndefined(Create<Plain, Plain, bool>());
        Evaluate.AssertUndefined(Create<int?, int?, bool?>(), "'System.Boolean'", "'System.Nullable`1[System.Boolean]'", "yields");
    }

    [Fact]
    [Rule("12.4")]
    public void Operands_Missing_AreInvalidEach() => Invalid.AssertBelowARoot(Create<int, int, bool>(), "'Left'", "'Right'");

    private void AssertAnswers<T>(T low, T high) => Assert.Equal(
        Answers,
        (Evaluate.Value(Create<T, T, bool>(), low, high), Evaluate.Value(Create<T, T, bool>(), low, low), Evaluate.Value(Create<T, T, bool>(), high, low)));
}
