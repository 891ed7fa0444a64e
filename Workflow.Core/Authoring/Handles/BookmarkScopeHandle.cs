namespace Workflow;

/// <summary>Creates and contains a <see cref="BookmarkScope"/>. <see cref="Handle"/> describes how to declare a handle.</summary>
/// <remarks>The scope remains when the handle ends; <c>DeleteBookmarkScope</c> removes it.</remarks>
public sealed class BookmarkScopeHandle : Handle, ISavedState
{
    /// <summary>Creates a handle without a scope. Variables call this constructor.</summary>
    public BookmarkScopeHandle()
    {
    }

    private BookmarkScopeHandle(BookmarkScope scope) => BookmarkScope = scope;

    /// <summary>The handle that represents the default scope of an instance. It cannot create or initialize a scope.</summary>
    public static BookmarkScopeHandle Default { get; } = new(BookmarkScope.Default);

    /// <summary>The scope; null before <c>CreateBookmarkScope</c>.</summary>
    public BookmarkScope? BookmarkScope { get; private set; }

    /// <summary>Creates a scope without an id.</summary>
    /// <param name="context">The context of an activity.</param>
    /// <exception cref="InvalidOperationException">The handle already has a scope or is not initialized.</exception>
    public void CreateBookmarkScope(NativeActivityContext context) => Create(context, Guid.Empty);

    /// <summary>Creates a scope with an id. If the instance has a scope with this id, that scope is used.</summary>
    /// <param name="context">The context of an activity.</param>
    /// <param name="scopeId">The id; <see cref="Guid.Empty"/> for none.</param>
    /// <exception cref="InvalidOperationException">
    /// The handle already has a scope or is not initialized; or the host does not identify instances by the ids of their scopes (rule 8.6).
    /// </exception>
    public void CreateBookmarkScope(NativeActivityContext context, Guid scopeId) => Create(context, scopeId);

    /// <summary>Sets the id of the scope; see <see cref="BookmarkScope.Initialize"/>.</summary>
    /// <param name="context">The context of an activity.</param>
    /// <param name="scope">The id, unique among the scopes of the instance.</param>
    /// <exception cref="ArgumentException">The id is <see cref="Guid.Empty"/>.</exception>
    /// <exception cref="InvalidOperationException">The handle has no scope or is not initialized; or as for <see cref="BookmarkScope.Initialize"/>.</exception>
    public void Initialize(NativeActivityContext context, Guid scope)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.ThrowIfDisposed();
        ThrowIfUninitialized();
        if (BookmarkScope is null)
        {
            throw new InvalidOperationException("The handle has no bookmark scope to initialize; call 'CreateBookmarkScope' first.");
        }

        BookmarkScope.Initialize(context, scope);
    }

    void ISavedState.Save(StateWriter writer) => writer.WriteValue("scope", BookmarkScope, typeof(BookmarkScope));

    void ISavedState.Load(StateReader reader) => BookmarkScope = reader.ReadValue<BookmarkScope>("scope");

    private void Create(NativeActivityContext context, Guid scopeId)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.ThrowIfDisposed();
        if (BookmarkScope is not null)
        {
            throw new InvalidOperationException("The handle holds a bookmark scope already; declare a handle for each scope.");
        }

        ThrowIfUninitialized();
        BookmarkScope = context.CreateBookmarkScope(scopeId);
    }
}
