using FsCheck;
using FsCheck.Fluent;
using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Compares operator activities with the operators of C# for random operands: both yield the same value or throw the same type of exception.</summary>
[Rule("20.1")]
[Rule("20.2")]
[Rule("20.3")]
[Trait("Category", RandomRounds.Category)]
public sealed class OperatorAgreementTests
{
    private const int Samples = 300;

    private static readonly Gen<int> Ints = Gen.OneOf(
        ArbMap.Default.GeneratorFor<int>(), Gen.Choose(int.MinValue, int.MaxValue), Gen.Elements(int.MinValue, int.MaxValue, -1, 0, 1));

    private static readonly Gen<long> Longs = Gen.OneOf(
        ArbMap.Default.GeneratorFor<long>(), Ints.Select(value => (long)value << 31), Gen.Elements(long.MinValue, long.MaxValue, -1L, 0L, 1L));

    private static readonly Gen<double> Doubles = Gen.OneOf(
        ArbMap.Default.GeneratorFor<double>(), Gen.Elements(double.NaN, double.PositiveInfinity, -0.0, double.MaxValue, double.Epsilon));

    private static readonly Gen<decimal> Decimals = Gen.OneOf(
        ArbMap.Default.GeneratorFor<decimal>(), Gen.Elements(decimal.MinValue, decimal.MaxValue, 0m, 1m, 0.0000001m));

    private static readonly Gen<int?> OptionalInts = Gen.OneOf(Ints.Select(value => (int?)value), Gen.Constant<int?>(null));

    private static readonly Gen<bool?> OptionalBools = Gen.Elements<bool?>(true, false, null);

    [Fact]
    public void Operators_OnInts_AgreeWithCSharp()
    {
        AssertAgree(Ints, new Add<int, int, int>(), (a, b) => checked(a + b));
        AssertAgree(Ints, new Subtract<int, int, int>(), (a, b) => checked(a - b));
        AssertAgree(Ints, new Multiply<int, int, int>(), (a, b) => checked(a * b));
        AssertAgree(Ints, new Add<int, int, int> { Checked = false }, (a, b) => unchecked(a + b));
        AssertAgree(Ints, new Subtract<int, int, int> { Checked = false }, (a, b) => unchecked(a - b));
        AssertAgree(Ints, new Multiply<int, int, int> { Checked = false }, (a, b) => unchecked(a * b));
        AssertAgree(Ints, new Divide<int, int, int>(), (a, b) => a / b);
        AssertAgree(Ints, new And<int, int, int>(), (a, b) => a & b);
        AssertAgree(Ints, new Or<int, int, int>(), (a, b) => a | b);
        AssertComparisonsAgree(Ints, (a, b) => a < b, (a, b) => a <= b, (a, b) => a > b, (a, b) => a >= b, (a, b) => a == b, (a, b) => a != b);
        AssertAgree(Ints, new Not<int, int>(), a => ~a);
        AssertAgree(Ints, new Cast<int, byte>(), a => checked((byte)a));
        AssertAgree(Ints, new Cast<int, byte> { Checked = false }, a => unchecked((byte)a));
        AssertAgree(Ints, new Cast<int, uint>(), a => checked((uint)a));
        AssertAgree(Ints, new Cast<int, double>(), a => a);
    }

    [Fact]
    public void Operators_OnLongs_AgreeWithCSharp()
    {
        AssertAgree(Longs, new Add<long, long, long>(), (a, b) => checked(a + b));
        AssertAgree(Longs, new Subtract<long, long, long>(), (a, b) => checked(a - b));
        AssertAgree(Longs, new Multiply<long, long, long>(), (a, b) => checked(a * b));
        AssertAgree(Longs, new Multiply<long, long, long> { Checked = false }, (a, b) => unchecked(a * b));
        AssertAgree(Longs, new Divide<long, long, long>(), (a, b) => a / b);
        AssertAgree(Longs, new And<long, long, long>(), (a, b) => a & b);
        AssertAgree(Longs, new Or<long, long, long>(), (a, b) => a | b);
        AssertComparisonsAgree(Longs, (a, b) => a < b, (a, b) => a <= b, (a, b) => a > b, (a, b) => a >= b, (a, b) => a == b, (a, b) => a != b);
        AssertAgree(Longs, new Cast<long, int>(), a => checked((int)a));
        AssertAgree(Longs, new Cast<long, int> { Checked = false }, a => unchecked((int)a));
    }

    [Fact]
    public void Operators_OnDoubles_AgreeWithCSharp()
    {
        AssertAgree(Doubles, new Add<double, double, double>(), (a, b) => a + b);
        AssertAgree(Doubles, new Subtract<double, double, double>(), (a, b) => a - b);
        AssertAgree(Doubles, new Multiply<double, double, double>(), (a, b) => a * b);
        AssertAgree(Doubles, new Divide<double, double, double>(), (a, b) => a / b);
        AssertComparisonsAgree(Doubles, (a, b) => a < b, (a, b) => a <= b, (a, b) => a > b, (a, b) => a >= b, (a, b) => a == b, (a, b) => a != b);
        AssertAgree(Doubles, new Cast<double, long>(), a => checked((long)a));
        AssertAgree(Doubles, new Cast<double, float>(), a => (float)a);
        AssertAgree(Doubles, new Cast<double, decimal>(), a => (decimal)a);
    }

    [Fact]
    public void Operators_OnDecimals_AgreeWithCSharp()
    {
        AssertAgree(Decimals, new Add<decimal, decimal, decimal>(), (a, b) => a + b);
        AssertAgree(Decimals, new Subtract<decimal, decimal, decimal>(), (a, b) => a - b);
        AssertAgree(Decimals, new Multiply<decimal, decimal, decimal>(), (a, b) => a * b);
        AssertAgree(Decimals, new Divide<decimal, decimal, decimal>(), (a, b) => a / b);
        AssertComparisonsAgree(Decimals, (a, b) => a < b, (a, b) => a <= b, (a, b) => a > b, (a, b) => a >= b, (a, b) => a == b, (a, b) => a != b);
        AssertAgree(Decimals, new Cast<decimal, int>(), a => (int)a);
    }

    [Fact]
    public void Operators_OnNullableInts_AgreeWithCSharp()
    {
        AssertAgree(OptionalInts, new Add<int?, int?, int?>(), (a, b) => checked(a + b));
        AssertAgree(OptionalInts, new Subtract<int?, int?, int?>(), (a, b) => checked(a - b));
        AssertAgree(OptionalInts, new Multiply<int?, int?, int?> { Checked = false }, (a, b) => unchecked(a * b));
        AssertAgree(OptionalInts, new Divide<int?, int?, int?>(), (a, b) => a / b);
        AssertAgree(OptionalInts, new And<int?, int?, int?>(), (a, b) => a & b);
        AssertAgree(OptionalInts, new Or<int?, int?, int?>(), (a, b) => a | b);
        AssertComparisonsAgree(OptionalInts, (a, b) => a < b, (a, b) => a <= b, (a, b) => a > b, (a, b) => a >= b, (a, b) => a == b, (a, b) => a != b);
        AssertAgree(OptionalInts, new Not<int?, int?>(), a => ~a);
        AssertAgree(OptionalInts, new Cast<int?, int>(), a => (int)a!);
        AssertAgree(OptionalInts, new Cast<int?, short?>(), a => checked((short?)a));
    }

    [Fact]
    public void Operators_OnNullableBools_AgreeWithCSharp()
    {
        AssertAgree(OptionalBools, new And<bool?, bool?, bool?>(), (a, b) => a & b);
        AssertAgree(OptionalBools, new Or<bool?, bool?, bool?>(), (a, b) => a | b);
        AssertAgree(OptionalBools, new Equal<bool?, bool?, bool>(), (a, b) => a == b);
        AssertAgree(OptionalBools, new NotEqual<bool?, bool?, bool>(), (a, b) => a != b);
        AssertAgree(OptionalBools, new Not<bool?, bool?>(), a => !a);
    }

    private static void AssertComparisonsAgree<T>(Gen<T> operands, params Func<T, T, bool>[] models)
    {
        BinaryOperator<T, T, bool>[] activities =
        [
            new LessThan<T, T, bool>(), new LessThanOrEqual<T, T, bool>(), new GreaterThan<T, T, bool>(), new GreaterThanOrEqual<T, T, bool>(),
            new Equal<T, T, bool>(), new NotEqual<T, T, bool>(),
        ];
        for (int i = 0; i < activities.Length; i++)
        {
            AssertAgree(operands, activities[i], models[i]);
        }
    }

    private static void AssertAgree<T, TResult>(Gen<T> operands, BinaryOperator<T, T, TResult> activity, Func<T, T, TResult> model)
    {
        T left = default!;
        T right = default!;
        activity.Left = new InArgument<T>(_ => left);
        activity.Right = new InArgument<T>(_ => right);
        AssertAll(operands.Two(), activity, pair => (left, right) = pair, () => model(left, right));
    }

    private static void AssertAgree<T, TResult>(Gen<T> operands, UnaryOperator<T, TResult> activity, Func<T, TResult> model)
    {
        T operand = default!;
        activity.Operand = new InArgument<T>(_ => operand);
        AssertAll(operands, activity, value => operand = value, () => model(operand));
    }

    private static void AssertAll<TOperands, TResult>(Gen<TOperands> operands, Activity<TResult> activity, Action<TOperands> set, Func<TResult> model) =>
        RandomRounds.Check(Arb.From(operands), Samples, (1, 100), value =>
        {
            set(value);
            (object? expected, object? actual) = (OutcomeOf(model), OutcomeOf(() => WorkflowInvoker.Invoke(activity)));
            return Equals(expected, actual) ? null : $"{activity.DisplayName} yields {actual} instead of {expected}.";
        });

    private static object? OutcomeOf<TResult>(Func<TResult> function)
    {
        try
        {
            return function();
        }
#pragma warning disable CA1031 // The type of the exception is the outcome.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            return exception.GetType();
        }
    }
}
