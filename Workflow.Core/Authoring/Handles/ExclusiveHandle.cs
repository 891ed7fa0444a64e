using System.Collections.ObjectModel;
using Workflow.Data;

namespace Workflow;

/// <summary>
/// Prevents hosts from resuming the bookmarks of some scopes while other bookmarks are outstanding below the activity that registered the handle as an
/// execution property (rule 8.7).
/// </summary>
/// <remarks>
/// <para>A bookmark that is created below that activity is important if its scope is registered with the handle, otherwise unimportant. This does not
/// change later. A scoped resumption of an important bookmark returns <see cref="BookmarkResumptionResult.NotReady"/> while unimportant bookmarks
/// are outstanding.</para>
/// <para>Unlike other execution properties, the handle can be removed while children run (rule 9.2).</para>
/// </remarks>
public class ExclusiveHandle : Handle, ISavedState
{
    private readonly List<BookmarkScopeHandle> _scopes = [];
    private bool _isDefault;

    /// <summary>Creates a handle. Variables call this constructor.</summary>
    public ExclusiveHandle()
    {
    }

    /// <summary>
    /// The handles whose scopes make a bookmark important; a live view. Initially the default handle and the handles that ancestors of the declaring
    /// activity declare, the innermost first. Bookmarks of the default scope are always unimportant.
    /// </summary>
    public ReadOnlyCollection<BookmarkScopeHandle> RegisteredBookmarkScopes => _scopes.AsReadOnly();

    internal override bool MayLeaveEarly => true;

    /// <summary>The number of outstanding bookmarks of registered scopes.</summary>
    internal int ImportantBookmarks { get; set; }

    /// <summary>The number of outstanding bookmarks of other scopes or without a scope.</summary>
    internal int UnimportantBookmarks { get; set; }

    /// <summary>Registers a scope. The first call replaces the initial handles.</summary>
    /// <param name="context">The context of an activity.</param>
    /// <param name="bookmarkScopeHandle">The handle of the scope. Its scope may be created later.</param>
    /// <exception cref="InvalidOperationException">Bookmarks are outstanding under the handle, or the handle is not initialized.</exception>
    public void RegisterBookmarkScope(NativeActivityContext context, BookmarkScopeHandle bookmarkScopeHandle)
    {
        ThrowUnlessFree(context);
        ArgumentNullException.ThrowIfNull(bookmarkScopeHandle);
        if (_isDefault)
        {
            _isDefault = false;
            _scopes.Clear();
        }

        _scopes.Add(bookmarkScopeHandle);
    }

    /// <summary>Restores the initial handles.</summary>
    /// <param name="context">The context of an activity.</param>
    /// <exception cref="InvalidOperationException">Bookmarks are outstanding under the handle, or the handle is not initialized.</exception>
    public void Reinitialize(NativeActivityContext context)
    {
        ThrowUnlessFree(context);
        RegisterDefaults();
    }

    internal bool IsImportant(BookmarkScope scope) => _scopes.Exists(handle => ReferenceEquals(handle.BookmarkScope, scope));

    /// <inheritdoc/>
    protected override void OnInitialize(HandleInitializationContext context) => RegisterDefaults();

    void ISavedState.Save(StateWriter writer)
    {
        writer.WriteFlag("isDefault", _isDefault);
        writer.WriteValues("scopes", _scopes, typeof(BookmarkScopeHandle));
    }

    void ISavedState.Load(StateReader reader)
    {
        _isDefault = reader.ReadFlag("isDefault");
        foreach (BookmarkScopeHandle? scope in reader.ReadValues<BookmarkScopeHandle>("scopes"))
        {
            if (scope is not null)
            {
                _scopes.Add(scope);
            }
        }
    }

    private void RegisterDefaults()
    {
        _isDefault = true;
        _scopes.Clear();
        _scopes.Add(BookmarkScopeHandle.Default);

        // Only the handles that ancestors declare are registered, not those that the same activity declares.
        for (LocationEnvironment? around = OwnerInstance!.Environment?.Parent; around is not null; around = around.Parent)
        {
            _scopes.AddRange(around.Slots.OfType<HandleLocation<BookmarkScopeHandle>>().Select(place => place.Value));
        }
    }

    private void ThrowUnlessFree(NativeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.ThrowIfDisposed();
        ThrowIfUninitialized();
        if (ImportantBookmarks + UnimportantBookmarks > 0)
        {
            throw new InvalidOperationException(
                "The scopes of an exclusive handle cannot change while bookmarks are outstanding under it; register them before.");
        }
    }
}
