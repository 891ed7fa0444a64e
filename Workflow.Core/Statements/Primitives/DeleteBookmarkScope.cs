namespace Workflow.Statements;

/// <summary>Removes a bookmark scope from its workflow instance.</summary>
/// <remarks>
/// The activity fails with an <see cref="InvalidOperationException"/> if the scope is null, is the default scope, does not belong to this instance, was deleted
/// before, or has bookmarks (rule 8.6).
/// </remarks>
public sealed class DeleteBookmarkScope : NativeActivity
{
    /// <summary>The scope.</summary>
    public InArgument<BookmarkScope> Scope { get; set; } = null!;

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument scope = new(nameof(Scope), typeof(BookmarkScope), ArgumentDirection.In);
        metadata.Bind(Scope, scope);
        metadata.AddArgument(scope);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context) => context.DeleteBookmarkScope(Scope.Get(context)
        ?? throw new InvalidOperationException($"The Scope of '{DisplayName}' is null; bind it to the scope that is to be deleted."));
}
