namespace Workflow.Statements;

/// <summary>Creates a bookmark scope without an id, which is its result; it stays until <see cref="DeleteBookmarkScope"/> removes it.</summary>
public sealed class CreateBookmarkScope : NativeActivity<BookmarkScope>
{
    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        // The result declares itself.
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context) => Result!.Set(context, context.CreateBookmarkScope(Guid.Empty));
}
