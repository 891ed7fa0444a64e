using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>The value as another type, or null if the value is not of that type; <c>as</c> in C#.</summary>
/// <remarks>
/// The result type must be a reference type or a nullable type; another value type is a validation error (rule 20.3).
/// </remarks>
/// <typeparam name="TOperand">The type of the operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class As<TOperand, TResult> : UnaryOperator<TOperand, TResult>
{
    private protected override ExpressionType Operator => ExpressionType.TypeAs;
}
