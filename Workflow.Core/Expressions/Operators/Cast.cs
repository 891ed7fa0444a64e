using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>The value converted to another type; <c>(TResult)value</c> in C#.</summary>
/// <remarks>
/// Null converted to a value type causes a <see cref="NullReferenceException"/>, an empty nullable converted to its value type an
/// <see cref="InvalidOperationException"/>, and an object of another type an <see cref="InvalidCastException"/> (rule 20.3). Types without a conversion
/// cause a validation error (rule 20.1).
/// </remarks>
/// <typeparam name="TOperand">The type of the operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class Cast<TOperand, TResult> : UnaryOperator<TOperand, TResult>
{
    /// <summary>
    /// True if a number outside the range of an integer type throws an <see cref="OverflowException"/>; true by default. False to discard the high bits.
    /// </summary>
    public bool Checked { get; set; } = true;

    private protected override ExpressionType Operator => Checked ? ExpressionType.ConvertChecked : ExpressionType.Convert;
}
