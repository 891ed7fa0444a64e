using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>
/// The logical and of two Boolean values, or the bitwise and of two integers; <c>&amp;</c> in C#. Both operands are evaluated; see <see cref="AndAlso"/>.
/// </summary>
/// <remarks>
/// For nullable Boolean values, null means unknown: null and false is false, null and true is null (rule 20.2).
/// </remarks>
/// <typeparam name="TLeft">The type of the left operand.</typeparam>
/// <typeparam name="TRight">The type of the right operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class And<TLeft, TRight, TResult> : BinaryOperator<TLeft, TRight, TResult>
{
    private protected override ExpressionType Operator => ExpressionType.And;
}
