using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>Whether the left value is above the right one; <c>&gt;</c> in C#. False when one of them is null.</summary>
/// <typeparam name="TLeft">The type of the left operand.</typeparam>
/// <typeparam name="TRight">The type of the right operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class GreaterThan<TLeft, TRight, TResult> : BinaryOperator<TLeft, TRight, TResult>
{
    private protected override ExpressionType Operator => ExpressionType.GreaterThan;
}
