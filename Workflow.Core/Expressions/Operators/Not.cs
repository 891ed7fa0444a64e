using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>The negation of a Boolean value, or the bitwise complement of an integer; <c>!</c> and <c>~</c> in C#. The result for null is null.</summary>
/// <typeparam name="TOperand">The type of the operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class Not<TOperand, TResult> : UnaryOperator<TOperand, TResult>
{
    private protected override ExpressionType Operator => ExpressionType.Not;
}
