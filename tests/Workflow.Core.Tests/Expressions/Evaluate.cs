using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Runs expression activities, and returns their values or exceptions.</summary>
internal static class Evaluate
{
    public static T Value<T>(Activity<T> expression, Lane lane = Lane.Fast)
    {
        Ended ended = Runner.Run(expression, lane);
        ended.AssertCompleted(ActivityInstanceState.Closed);
        return (T)ended.Outputs["Result"]!;
    }

    public static TException Fault<TException>(Activity expression, Lane lane = Lane.Fast)
        where TException : Exception => Assert.IsType<TException>(Runner.Run(expression, lane).Reason);

    public static InArgument<T> In<T>(T value) => new(_ => value);

    public static BinaryOperator<TLeft, TRight, TResult> Of<TLeft, TRight, TResult>(
        this BinaryOperator<TLeft, TRight, TResult> activity, TLeft left, TRight right)
    {
        activity.Left = In(left);
        activity.Right = In(right);
        return activity;
    }

    public static UnaryOperator<TOperand, TResult> Of<TOperand, TResult>(this UnaryOperator<TOperand, TResult> activity, TOperand operand)
    {
        activity.Operand = In(operand);
        return activity;
    }

    public static TResult Value<TLeft, TRight, TResult>(BinaryOperator<TLeft, TRight, TResult> activity, TLeft left, TRight right) =>
        Value(activity.Of(left, right));

    public static TResult Value<TOperand, TResult>(UnaryOperator<TOperand, TResult> activity, TOperand operand) => Value(activity.Of(operand));

    /// <summary>Asserts that the operator is not defined for its types: a validation error contains the texts.</summary>
    public static void AssertUndefined<TLeft, TRight, TResult>(BinaryOperator<TLeft, TRight, TResult> activity, params string[] texts) =>
        Definitions.AssertInvalid(activity.Of(default!, default!), texts.Length == 0 ? [$"'{typeof(TLeft)}'", $"'{typeof(TRight)}'", "not defined"] : texts);

    public static void AssertUndefined<TOperand, TResult>(UnaryOperator<TOperand, TResult> activity, params string[] texts) =>
        Definitions.AssertInvalid(activity.Of(default!), texts.Length == 0 ? [$"'{typeof(TOperand)}'", $"'{typeof(TResult)}'"] : texts);
}
