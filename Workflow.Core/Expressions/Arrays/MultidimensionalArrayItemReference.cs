using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>The location of an element of an array with any number of dimensions, to bind an out or in-out argument to it.</summary>
/// <remarks>
/// The array and the indices are evaluated once, when the location is created. A null array causes an <see cref="InvalidOperationException"/> at that time
/// (rule 20.4.4). Other errors occur on access: an index outside the array causes an <see cref="IndexOutOfRangeException"/>, a number of indices that
/// differs from the number of dimensions causes an <see cref="ArgumentException"/>, and an element of another type causes an
/// <see cref="InvalidCastException"/>. An element of a value type is boxed on access.
/// </remarks>
/// <typeparam name="TItem">The type of the elements.</typeparam>
public sealed class MultidimensionalArrayItemReference<TItem> : CodeActivity<Location<TItem>>
{
    private NonNullCollection<InArgument<int>>? _indices;
    private InArgument<int>[] _frozen = [];

    /// <summary>The array; required.</summary>
    [RequiredArgument]
    public InArgument<Array> Array { get; set; } = null!;

    /// <summary>One index for each dimension; at least one, null items are not allowed.</summary>
    public Collection<InArgument<int>> Indices => _indices ??= [];

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _frozen = NonNullCollection.ElementsOf(_indices).ToArray();
        metadata.Declare(nameof(Array), Array);
        metadata.DeclareAll("Index", _frozen);
        if (_frozen.Length == 0)
        {
            metadata.AddValidationError("No element is named; add an index for each dimension of the array.");
        }
    }

    /// <inheritdoc/>
    protected override Location<TItem> Execute(CodeActivityContext context)
    {
        Array array = Array.Get(context) ?? throw ArrayLocations.NoArray(this);
        return new CellLocation<TItem>(array, System.Array.ConvertAll(_frozen, index => index.Get(context)));
    }
}
