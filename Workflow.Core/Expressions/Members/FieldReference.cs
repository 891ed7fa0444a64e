using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>The location of a public field of an object, or of a public static field of a type, to bind an out or in-out argument to it.</summary>
/// <remarks>
/// The object is evaluated once, when the location is created. A null operand causes an <see cref="InvalidOperationException"/> (rule 20.4.4). For a field
/// of a struct use <see cref="ValueTypeFieldReference{TOperand, TResult}"/>.
/// </remarks>
/// <typeparam name="TOperand">The type that has the field.</typeparam>
/// <typeparam name="TResult">The type of the field, exactly.</typeparam>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[UnconditionalSuppressMessage("Trimming", "IL2112", Justification = TrimmingNotes.Maker)]
public sealed class FieldReference<TOperand, TResult> : CodeActivity<Location<TResult>>
{
    private Accessor<TOperand, TResult>? _field;

    /// <summary>The name of the field, neither a constant nor read-only; required, case-sensitive.</summary>
    public string FieldName { get; set; } = null!;

    /// <summary>The object with the field; required unless the field is static.</summary>
    public InArgument<TOperand>? Operand { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _field = metadata.BindField<TOperand, TResult>(FieldName, MemberUse.Refer);
        metadata.Declare(nameof(Operand), Operand, isRequired: _field is { IsStatic: false });
    }

    /// <inheritdoc/>
    protected override Location<TResult> Execute(CodeActivityContext context) =>
        new MemberLocation<TOperand, TResult>(_field!, _field!.Check(Operand!.Get(context), this), []);
}
