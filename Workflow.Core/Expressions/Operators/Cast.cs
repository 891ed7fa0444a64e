using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>The value converted to another type; <c>(TResult)value</c> in C#.</summary>
/// <remarks>
/// Null as a value type is a <see cref="NullReferenceException"/>, an empty nullable as its value type an <see cref="InvalidOperationException"/>, an object of
/// another type an <see cref="InvalidCastException"/> (rule 20.3). Types without a conversion are a validation error (rule 20.1).
/// </remarks>
/// <typeparam name="TOperand">The type of the operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public sealed class Cast<TOperand, TResult> : UnaryOperator<TOperand, TResult>
{
    /// <summary>Whether a number that does not fit an integer type throws an <see cref="OverflowException"/>; true by default. False: the high bits are lost.</summary>
    public bool Checked { get; set; } = true;

    private protected override ExpressionType Operator => Checked ? ExpressionType.ConvertChecked : ExpressionType.Convert;
}
