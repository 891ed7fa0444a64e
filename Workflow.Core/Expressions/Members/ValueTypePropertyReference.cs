using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>The location of a public property of a struct in another location, to bind an out or in-out argument to it.</summary>
/// <remarks>A write reads the struct, changes the copy and writes the copy back (rule 20.4.4).</remarks>
/// <typeparam name="TOperand">The value type that has the property.</typeparam>
/// <typeparam name="TResult">The type of the property, exactly.</typeparam>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[UnconditionalSuppressMessage("Trimming", "IL2112", Justification = TrimmingNotes.Maker)]
public sealed class ValueTypePropertyReference<TOperand, TResult> : CodeActivity<Location<TResult>>
{
    private Accessor<TOperand, TResult>? _property;

    /// <summary>The name of the property, which must have a public setter; required, case-sensitive.</summary>
    public string PropertyName { get; set; } = null!;

    /// <summary>The location of the struct; required unless the property is static.</summary>
    public InOutArgument<TOperand>? OperandLocation { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _property = metadata.BindProperty<TOperand, TResult>(PropertyName, MemberUse.ReferToPart);
        metadata.Declare(nameof(OperandLocation), OperandLocation, isRequired: _property is { IsStatic: false });
    }

    /// <inheritdoc/>
    protected override Location<TResult> Execute(CodeActivityContext context) =>
        new PartLocation<TOperand, TResult>(_property!, OperandLocation!.GetLocation(context), []);
}
