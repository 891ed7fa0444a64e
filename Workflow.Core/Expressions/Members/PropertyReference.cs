using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>The location of a public property of an object, or of a public static property of a type, to bind an out or in-out argument to it.</summary>
/// <remarks>
/// The object is evaluated once, when the location is created. A null operand causes an <see cref="InvalidOperationException"/> (rule 20.4.4). For a
/// property of a struct use <see cref="ValueTypePropertyReference{TOperand, TResult}"/>.
/// </remarks>
/// <typeparam name="TOperand">The type that has the property.</typeparam>
/// <typeparam name="TResult">The type of the property, exactly.</typeparam>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[UnconditionalSuppressMessage("Trimming", "IL2112", Justification = TrimmingNotes.Maker)]
public sealed class PropertyReference<TOperand, TResult> : CodeActivity<Location<TResult>>
{
    private Accessor<TOperand, TResult>? _property;

    /// <summary>The name of the property, which must have a public setter; required, case-sensitive.</summary>
    public string PropertyName { get; set; } = null!;

    /// <summary>The object with the property; required unless the property is static.</summary>
    public InArgument<TOperand>? Operand { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _property = metadata.BindProperty<TOperand, TResult>(PropertyName, MemberUse.Refer);
        metadata.Declare(nameof(Operand), Operand, isRequired: _property is { IsStatic: false });
    }

    /// <inheritdoc/>
    protected override Location<TResult> Execute(CodeActivityContext context) =>
        new MemberLocation<TOperand, TResult>(_property!, _property!.Check(Operand!.Get(context), this), []);
}
