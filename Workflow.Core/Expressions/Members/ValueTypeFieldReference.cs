using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>The location of a public field of a struct in another location, to bind an out or in-out argument to it.</summary>
/// <remarks>A write reads the struct, changes the copy and writes the copy back (rule 20.4.4).</remarks>
/// <typeparam name="TOperand">The value type that has the field.</typeparam>
/// <typeparam name="TResult">The type of the field, exactly.</typeparam>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[UnconditionalSuppressMessage("Trimming", "IL2112", Justification = TrimmingNotes.Maker)]
public sealed class ValueTypeFieldReference<TOperand, TResult> : CodeActivity<Location<TResult>>
{
    private Accessor<TOperand, TResult>? _field;

    /// <summary>The name of the field, neither a constant nor read-only; required, case-sensitive.</summary>
    public string FieldName { get; set; } = null!;

    /// <summary>The location of the struct; required unless the field is static.</summary>
    public InOutArgument<TOperand>? OperandLocation { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _field = metadata.BindField<TOperand, TResult>(FieldName, MemberUse.ReferToPart);
        metadata.Declare(nameof(OperandLocation), OperandLocation, isRequired: _field is { IsStatic: false });
    }

    /// <inheritdoc/>
    protected override Location<TResult> Execute(CodeActivityContext context) =>
        new PartLocation<TOperand, TResult>(_field!, OperandLocation!.GetLocation(context), []);
}
