using System.Collections.ObjectModel;
using Workflow.Data;

namespace Workflow;

/// <summary>
/// Keeps a host from resuming the bookmarks of some scopes as long as any other bookmark is outstanding below the activity that
/// registered the handle as an execution property (rule 8.7).
/// </summary>
/// <remarks>
/// <para>A bookmark created there counts as important when its scope is registered with the handle, else as unimportant, and stays what it
/// was at its creation. A scoped resumption of an important one is answered with <see cref="BookmarkResumptionResult.NotReady"/> while
/// there are unimportant ones.</para>
/// <para>Other than any other property it may be removed while children run (rule 9.2).</para>
/// </remarks>
public class ExclusiveHandle : Handle, ISavedState
{
    private readonly List<BookmarkScopeHandle> _scopes = [];
    private bool _isDefault;

    /// <summary>Creates a handle. A variable makes it; nobody else needs this constructor.</summary>
    public ExclusiveHandle()
    {
    }

    /// <summary>
    /// The handles whose scopes make a bookmark important; a live view. At first the default one and those that the activities around the
    /// declaring one declare, the innermost first; bookmarks of the default scope are unimportant all the same.
    /// </summary>
    public ReadOnlyCollection<BookmarkScopeHandle> RegisteredBookmarkScopes => _scopes.AsReadOnly();

    internal override bool MayLeaveEarly => true;

    /// <summary>Outstanding bookmarks of registered scopes.</summary>
    internal int ImportantBookmarks { get; set; }

    /// <summary>Outstanding bookmarks of other scopes, and of none.</summary>
    internal int UnimportantBookmarks { get; set; }

    /// <summary>Registers a scope. The first call replaces what the handle registered by itself.</summary>
    /// <param name="context">The context of an activity.</param>
    /// <param name="bookmarkScopeHandle">The handle of the scope; it may get its scope later.</param>
    /// <exception cref="InvalidOperationException">Bookmarks are outstanding under the handle, or it is not initialized.</exception>
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

    /// <summary>Registers again what the handle registered by itself at first, and nothing else.</summary>
    /// <param name="context">The context of an activity.</param>
    /// <exception cref="InvalidOperationException">Bookmarks are outstanding under the handle, or it is not initialized.</exception>
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

        // Not those that are declared beside this handle: it depends on what is around it.
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
            throw new InvalidOperationException("The scopes of an exclusive handle cannot change while bookmarks are outstanding under it; register them before.");
        }
    }
}
