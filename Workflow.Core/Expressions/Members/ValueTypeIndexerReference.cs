using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>The location of an item of a struct's indexer, where the struct is in another location, to bind an out or in-out argument to it.</summary>
/// <remarks>
/// A write reads the struct, changes the copy and writes the copy back (rule 20.4.4). The indices are evaluated once, when the location is created.
/// </remarks>
/// <typeparam name="TOperand">The value type that has the indexer, which must have a public setter.</typeparam>
/// <typeparam name="TItem">The type of the item, exactly.</typeparam>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[UnconditionalSuppressMessage("Trimming", "IL2112", Justification = TrimmingNotes.Maker)]
public sealed class ValueTypeIndexerReference<TOperand, TItem> : CodeActivity<Location<TItem>>
{
    private NonNullCollection<InArgument>? _indices;
    private InArgument[] _frozen = [];
    private Accessor<TOperand, TItem>? _indexer;

    /// <summary>The location of the struct; required.</summary>
    [RequiredArgument]
    public InOutArgument<TOperand> OperandLocation { get; set; } = null!;

    /// <summary>The indices in order; at least one, null items are not allowed. Their types determine the indexer.</summary>
    public Collection<InArgument> Indices => _indices ??= [];

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _frozen = NonNullCollection.ElementsOf(_indices).ToArray();
        _indexer = metadata.BindIndexer<TOperand, TItem>(_frozen, MemberUse.ReferToPart);
        metadata.Declare(nameof(OperandLocation), OperandLocation);
        metadata.DeclareAll("Index", _frozen);
    }

    /// <inheritdoc/>
    protected override Location<TItem> Execute(CodeActivityContext context) =>
        new PartLocation<TOperand, TItem>(_indexer!, OperandLocation.GetLocation(context), _indexer!.ReadIndices(context, _frozen));
}
