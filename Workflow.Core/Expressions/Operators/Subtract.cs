using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>The difference of two values; <c>-</c> in C#.</summary>
/// <typeparam name="TLeft">The type of the left operand.</typeparam>
/// <typeparam name="TRight">The type of the right operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class Subtract<TLeft, TRight, TResult> : BinaryOperator<TLeft, TRight, TResult>
{
    /// <summary>True if an integer overflow throws an <see cref="OverflowException"/>; true by default. False to discard the high bits.</summary>
    public bool Checked { get; set; } = true;

    private protected override ExpressionType Operator => Checked ? ExpressionType.SubtractChecked : ExpressionType.Subtract;
}
