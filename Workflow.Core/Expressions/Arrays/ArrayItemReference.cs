namespace Workflow.Expressions;

/// <summary>The location of an array element, to bind an out or in-out argument to it.</summary>
/// <remarks>
/// The array and the index are evaluated once, when the location is created. A null array causes an <see cref="InvalidOperationException"/> at that time.
/// An index outside the array causes an <see cref="IndexOutOfRangeException"/> on access (rule 20.4.4).
/// </remarks>
/// <typeparam name="TItem">The type of the elements.</typeparam>
public sealed class ArrayItemReference<TItem> : CodeActivity<Location<TItem>>
{
    /// <summary>The array; required.</summary>
    [RequiredArgument]
    public InArgument<TItem[]> Array { get; set; } = null!;

    /// <summary>The index of the element, from 0; required.</summary>
    [RequiredArgument]
    public InArgument<int> Index { get; set; } = null!;

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        metadata.Declare(nameof(Array), Array);
        metadata.Declare(nameof(Index), Index);
    }

    /// <inheritdoc/>
    protected override Location<TItem> Execute(CodeActivityContext context) =>
        new ElementLocation<TItem>(Array.Get(context) ?? throw ArrayLocations.NoArray(this), Index.Get(context));
}
