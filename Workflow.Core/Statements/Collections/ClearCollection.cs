namespace Workflow.Statements;

/// <summary>Removes all items from a collection.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
public sealed class ClearCollection<T> : CodeActivity
{
    /// <summary>The collection; required. A null collection in a run causes an <see cref="InvalidOperationException"/>.</summary>
    [RequiredArgument]
    public InArgument<ICollection<T>> Collection { get; set; } = null!;

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        RuntimeArgument collection = new(nameof(Collection), typeof(ICollection<T>), ArgumentDirection.In, isRequired: true);
        metadata.Bind(Collection, collection);
        metadata.AddArgument(collection);
    }

    /// <inheritdoc/>
    protected override void Execute(CodeActivityContext context)
    {
        ICollection<T> collection = Collection.Get(context)
            ?? throw new InvalidOperationException($"The Collection of '{DisplayName}' is null; bind it to a collection, which may be empty.");
        collection.Clear();
    }
}
