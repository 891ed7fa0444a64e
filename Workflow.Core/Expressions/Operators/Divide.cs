using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>The quotient of two values; <c>/</c> in C#. Integers are divided without a fraction.</summary>
/// <remarks>
/// Division by an integer or decimal zero causes a <see cref="DivideByZeroException"/>, and division of the smallest integer by -1 an
/// <see cref="OverflowException"/>. The result for floating-point numbers is infinity or not-a-number (rule 20.3).
/// </remarks>
/// <typeparam name="TLeft">The type of the left operand.</typeparam>
/// <typeparam name="TRight">The type of the right operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class Divide<TLeft, TRight, TResult> : BinaryOperator<TLeft, TRight, TResult>
{
    private protected override ExpressionType Operator => ExpressionType.Divide;
}
