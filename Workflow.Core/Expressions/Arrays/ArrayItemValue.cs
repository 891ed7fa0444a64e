namespace Workflow.Expressions;

/// <summary>The value of an array element.</summary>
/// <remarks>
/// A null array causes an <see cref="InvalidOperationException"/> at run time (rule 20.4.4). An index outside the array causes an
/// <see cref="IndexOutOfRangeException"/>.
/// </remarks>
/// <typeparam name="TItem">The type of the elements.</typeparam>
public sealed class ArrayItemValue<TItem> : CodeActivity<TItem>
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
    protected override TItem Execute(CodeActivityContext context)
    {
        TItem[] array = Array.Get(context) ?? throw ArrayLocations.NoArray(this);
        return array[Index.Get(context)];
    }
}
