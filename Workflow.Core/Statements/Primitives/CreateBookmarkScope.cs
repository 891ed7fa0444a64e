namespace Workflow.Statements;

/// <summary>Creates a bookmark scope without an id, which is its result. The scope exists until <see cref="DeleteBookmarkScope"/> removes it.</summary>
public sealed class CreateBookmarkScope : NativeActivity<BookmarkScope>
{
    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        // The result argument is always declared.
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context) => Result!.Set(context, context.CreateBookmarkScope(Guid.Empty));
}
