using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>True if two values are equal; <c>==</c> in C#. Null equals null.</summary>
/// <remarks>
/// Objects of a type without the operator are equal if they are the same object. Structs without it cannot be compared (rules 20.1, 20.2).
/// </remarks>
/// <typeparam name="TLeft">The type of the left operand.</typeparam>
/// <typeparam name="TRight">The type of the right operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class Equal<TLeft, TRight, TResult> : BinaryOperator<TLeft, TRight, TResult>
{
    private protected override ExpressionType Operator => ExpressionType.Equal;
}
