using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>Either of two truth values, or the bits that one of two integers has; <c>|</c> in C#. Both sides are evaluated; see <see cref="OrElse"/>.</summary>
/// <remarks>
/// Of nullable truth values null is "not known": null or true is true, null or false is null (rule 20.2).
/// </remarks>
/// <typeparam name="TLeft">The type of the left operand.</typeparam>
/// <typeparam name="TRight">The type of the right operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class Or<TLeft, TRight, TResult> : BinaryOperator<TLeft, TRight, TResult>
{
    private protected override ExpressionType Operator => ExpressionType.Or;
}
