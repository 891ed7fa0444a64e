using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>True if the left value is less than or equal to the right value; <c>&lt;=</c> in C#. False if one of the values is null.</summary>
/// <typeparam name="TLeft">The type of the left operand.</typeparam>
/// <typeparam name="TRight">The type of the right operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class LessThanOrEqual<TLeft, TRight, TResult> : BinaryOperator<TLeft, TRight, TResult>
{
    private protected override ExpressionType Operator => ExpressionType.LessThanOrEqual;
}
