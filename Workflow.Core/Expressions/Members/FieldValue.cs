using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>The value of a public field of an object or struct, or of a public static field of a type.</summary>
/// <remarks>A null operand causes an <see cref="InvalidOperationException"/> at run time (rule 20.4.4).</remarks>
/// <typeparam name="TOperand">The type that has the field.</typeparam>
/// <typeparam name="TResult">The type of the field, or a base type of it.</typeparam>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[UnconditionalSuppressMessage("Trimming", "IL2112", Justification = TrimmingNotes.Maker)]
public sealed class FieldValue<TOperand, TResult> : CodeActivity<TResult>
{
    private Accessor<TOperand, TResult>? _field;

    /// <summary>The name of the field, which may be a constant; required, case-sensitive.</summary>
    public string FieldName { get; set; } = null!;

    /// <summary>The object or struct with the field; required unless the field is static.</summary>
    public InArgument<TOperand>? Operand { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _field = metadata.BindField<TOperand, TResult>(FieldName, MemberUse.Read);
        metadata.Declare(nameof(Operand), Operand, isRequired: _field is { IsStatic: false });
    }

    /// <inheritdoc/>
    protected override TResult Execute(CodeActivityContext context) => _field!.Read(_field.Check(Operand!.Get(context), this), []);
}
