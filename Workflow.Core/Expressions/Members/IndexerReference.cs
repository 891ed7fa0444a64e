using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>The location of an item of an object's indexer, to bind an out or in-out argument to it.</summary>
/// <remarks>
/// The object and the indices are evaluated once, when the location is created. An item that does not exist is detected on access. A null operand causes an
/// <see cref="InvalidOperationException"/> (rule 20.4.4). For an indexer of a struct use <see cref="ValueTypeIndexerReference{TOperand, TItem}"/>.
/// </remarks>
/// <typeparam name="TOperand">The type that has the indexer, which must have a public setter.</typeparam>
/// <typeparam name="TItem">The type of the item, exactly.</typeparam>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[UnconditionalSuppressMessage("Trimming", "IL2112", Justification = TrimmingNotes.Maker)]
public sealed class IndexerReference<TOperand, TItem> : CodeActivity<Location<TItem>>
{
    private NonNullCollection<InArgument>? _indices;
    private InArgument[] _frozen = [];
    private Accessor<TOperand, TItem>? _indexer;

    /// <summary>The object with the indexer; required.</summary>
    [RequiredArgument]
    public InArgument<TOperand> Operand { get; set; } = null!;

    /// <summary>The indices in order; at least one, null items are not allowed. Their types determine the indexer.</summary>
    public Collection<InArgument> Indices => _indices ??= [];

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _frozen = NonNullCollection.ElementsOf(_indices).ToArray();
        _indexer = metadata.BindIndexer<TOperand, TItem>(_frozen, MemberUse.Refer);
        metadata.Declare(nameof(Operand), Operand);
        metadata.DeclareAll("Index", _frozen);
    }

    /// <inheritdoc/>
    protected override Location<TItem> Execute(CodeActivityContext context) =>
        new MemberLocation<TOperand, TItem>(_indexer!, _indexer!.Check(Operand.Get(context), this), _indexer.ReadIndices(context, _frozen));
}
