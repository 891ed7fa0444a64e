using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Tests of the behavior that the two operators on bits and truth values share.</summary>
public abstract class LogicTests : ExpressionTests<bool>
{
    /// <summary>The results for true, false and null on the left, each with true, false and null on the right.</summary>
    private protected abstract bool?[] Truths { get; }

    /// <summary>The result for 1100 and 1010.</summary>
    private protected abstract byte Bits { get; }

    /// <summary>The result of the operator that <see cref="Money"/> declares, for 2 and 3.</summary>
    private protected abstract int OfMoney { get; }

    private protected abstract BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>();

    [Theory]
    [Rule("20.2")]
    [InlineData(true, true, 0)]
    [InlineData(true, false, 1)]
    [InlineData(true, null, 2)]
    [InlineData(false, true, 3)]
    [InlineData(false, false, 4)]
    [InlineData(false, null, 5)]
    [InlineData(null, true, 6)]
    [InlineData(null, false, 7)]
    [InlineData(null, null, 8)]
    public void TruthValues_WithNull_AreThreeValued(bool? left, bool? right, int position) =>
        Assert.Equal(Truths[position], Evaluate.Value(Create<bool?, bool?, bool?>(), left, right));

    [Fact]
    [Rule("20.1")]
    public void Bits_OfIntegers_AreCombined()
    {
        Assert.Equal(Bits, Evaluate.Value(Create<int, int, int>(), 0b1100, 0b1010));
        Assert.Equal(Bits, Evaluate.Value(Create<byte, byte, byte>(), (byte)0b1100, (byte)0b1010));
        Assert.Null(Evaluate.Value(Create<int?, int?, int?>(), null, 0));
        Assert.Equal(new Money(OfMoney), Evaluate.Value(Create<Money, Money, Money>(), new Money(2), new Money(3)));
    }

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
