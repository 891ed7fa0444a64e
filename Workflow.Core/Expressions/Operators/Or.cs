using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>
/// The logical or of two Boolean values, or the bitwise or of two integers; <c>|</c> in C#. Both operands are evaluated; see <see cref="OrElse"/>.
/// </summary>
/// <remarks>
/// For nullable Boolean values, null means unknown: null or true is true, null or false is null (rule 20.2).
/// </remarks>
/// <typeparam name="TLeft">The type of the left operand.</typeparam>
/// <typeparam name="TRight">The type of the right operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class Or<TLeft, TRight, TResult> : BinaryOperator<TLeft, TRight, TResult>
{
    private protected override ExpressionType Operator => ExpressionType.Or;
}
