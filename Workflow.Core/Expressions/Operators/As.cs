using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>The value as another type, or null when it is not of that type; <c>as</c> in C#.</summary>
/// <remarks>
/// The result type is a reference type or a nullable one; another value type is a validation error (rule 20.3).
/// </remarks>
/// <typeparam name="TOperand">The type of the operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class As<TOperand, TResult> : UnaryOperator<TOperand, TResult>
{
    private protected override ExpressionType Operator => ExpressionType.TypeAs;
}
