namespace Workflow;

/// <summary>Makes a <see cref="BookmarkScope"/> and holds it; see <see cref="Handle"/> for how to declare one.</summary>
/// <remarks>The scope stays when the handle ends; <c>DeleteBookmarkScope</c> removes it.</remarks>
public sealed class BookmarkScopeHandle : Handle, ISavedState
{
    /// <summary>Creates a handle without a scope. A variable makes it; nobody else needs this constructor.</summary>
    public BookmarkScopeHandle()
    {
    }

    private BookmarkScopeHandle(BookmarkScope scope) => BookmarkScope = scope;

    /// <summary>Stands for a handle that holds the default scope of an instance; it makes and initializes nothing.</summary>
    public static BookmarkScopeHandle Default { get; } = new(BookmarkScope.Default);

    /// <summary>The scope; null before <c>CreateBookmarkScope</c>.</summary>
    public BookmarkScope? BookmarkScope { get; private set; }

    /// <summary>Makes a scope without an id.</summary>
    /// <param name="context">The context of an activity.</param>
    /// <exception cref="InvalidOperationException">The handle holds a scope, or is not initialized.</exception>
    public void CreateBookmarkScope(NativeActivityContext context) => Create(context, Guid.Empty);

    /// <summary>Makes a scope with an id; one of the instance that has this id is shared.</summary>
    /// <param name="context">The context of an activity.</param>
    /// <param name="scopeId">The id; <see cref="Guid.Empty"/> for none.</param>
    /// <exception cref="InvalidOperationException">
    /// The handle holds a scope, or is not initialized; or the host does not know instances by the ids of their scopes (rule 8.6).
    /// </exception>
    public void CreateBookmarkScope(NativeActivityContext context, Guid scopeId) => Create(context, scopeId);

    /// <summary>Gives the scope its id; see <see cref="BookmarkScope.Initialize"/>.</summary>
    /// <param name="context">The context of an activity.</param>
    /// <param name="scope">The id, unique among the scopes of the instance.</param>
    /// <exception cref="ArgumentException">The id is <see cref="Guid.Empty"/>.</exception>
    /// <exception cref="InvalidOperationException">The handle holds no scope, or is not initialized; or as for <see cref="BookmarkScope.Initialize"/>.</exception>
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
