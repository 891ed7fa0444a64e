namespace Workflow.Statements;

/// <summary>Adds an item to a collection.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
public sealed class AddToCollection<T> : CodeActivity
{
    /// <summary>The collection; required. A null collection in a run causes an <see cref="InvalidOperationException"/>.</summary>
    [RequiredArgument]
    public InArgument<ICollection<T>> Collection { get; set; } = null!;

    /// <summary>The item; null, the default, stands for the default value of <typeparamref name="T"/>.</summary>
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
    protected override void Execute(CodeActivityContext context)
    {
        ICollection<T> collection = Collection.Get(context)
            ?? throw new InvalidOperationException($"The Collection of '{DisplayName}' is null; bind it to a collection, which may be empty.");
        collection.Add(Item!.Get(context));
    }
}
