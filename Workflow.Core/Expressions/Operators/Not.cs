using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>The opposite of a truth value, or the complement of an integer's bits; <c>!</c> and <c>~</c> in C#. Of null it is null.</summary>
/// <typeparam name="TOperand">The type of the operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class Not<TOperand, TResult> : UnaryOperator<TOperand, TResult>
{
    private protected override ExpressionType Operator => ExpressionType.Not;
}
