namespace Workflow.Statements;

/// <summary>Removes an item from a collection. The result is true if the collection contained the item.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
public sealed class RemoveFromCollection<T> : CodeActivity<bool>
{
    /// <summary>The collection; required. A null collection in a run causes an <see cref="InvalidOperationException"/>.</summary>
    [RequiredArgument]
    public InArgument<ICollection<T>> Collection { get; set; } = null!;

    /// <summary>The item, which the collection compares; null, the default, stands for the default value of <typeparamref name="T"/>.</summary>
    public InArgument<T>? Item { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        RuntimeArgument collection = new(nameof(Collection), typeof(ICollection<T>), ArgumentDirection.In, isRequired: true);
        metadata.Bind(Collection, collection);
        metadata.AddArgument(collection);
        RuntimeArgument item = new(nameof(Item), typeof(T), ArgumentDirection.In);
        metadata.Bind(Item, item);
        metadata.AddArgument(item);
    }

    /// <inheritdoc/>
    protected override bool Execute(CodeActivityContext context)
    {
        ICollection<T> collection = Collection.Get(context)
            ?? throw new InvalidOperationException($"The Collection of '{DisplayName}' is null; bind it to a collection, which may be empty.");
        return collection.Remove(Item!.Get(context));
    }
}
