using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>The value of a public property of an object or struct, or of a public static property of a type.</summary>
/// <remarks>A null operand causes an <see cref="InvalidOperationException"/> at run time (rule 20.4.4).</remarks>
/// <typeparam name="TOperand">The type that has the property.</typeparam>
/// <typeparam name="TResult">The type of the property, or a base type of it.</typeparam>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[UnconditionalSuppressMessage("Trimming", "IL2112", Justification = TrimmingNotes.Maker)]
public sealed class PropertyValue<TOperand, TResult> : CodeActivity<TResult>
{
    private Accessor<TOperand, TResult>? _property;

    /// <summary>The name of the property, which must have a public getter; required, case-sensitive.</summary>
    public string PropertyName { get; set; } = null!;

    /// <summary>The object or struct with the property; required unless the property is static.</summary>
    public InArgument<TOperand>? Operand { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _property = metadata.BindProperty<TOperand, TResult>(PropertyName, MemberUse.Read);
        metadata.Declare(nameof(Operand), Operand, isRequired: _property is { IsStatic: false });
    }

    /// <inheritdoc/>
    protected override TResult Execute(CodeActivityContext context) => _property!.Read(_property.Check(Operand!.Get(context), this), []);
}
