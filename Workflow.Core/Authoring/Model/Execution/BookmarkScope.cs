using System.Diagnostics;

namespace Workflow;

/// <summary>A set of bookmarks with its own names in a workflow instance (rule 8.6).</summary>
/// <remarks>
/// <para>A host that identifies conversations by an id resumes a bookmark by its name and the id of its scope. A scope can be created without an id. The
/// id is then set by <see cref="Initialize"/> or by the first resumption that finds its bookmark in the scope.</para>
/// <para><see cref="BookmarkScopeHandle"/> creates scopes, and every instance has a default scope. A scope belongs to one workflow instance and is not
/// thread-safe.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class BookmarkScope
{
    /// <summary>Creates an object that represents the scope of an instance that has this id.</summary>
    /// <param name="id">The id; <see cref="Guid.Empty"/> for the default scope.</param>
    public BookmarkScope(Guid id) => Id = id;

    internal BookmarkScope(long temporaryId) => TemporaryId = temporaryId;

    /// <summary>Represents the default scope of any instance; see <see cref="NativeActivityContext.DefaultBookmarkScope"/>.</summary>
    public static BookmarkScope Default { get; } = new(Guid.Empty);

    /// <summary>True if the scope has its id; also true for an object that only represents a scope.</summary>
    public bool IsInitialized => TemporaryId == 0;

    /// <summary>The id; <see cref="Guid.Empty"/> before the scope is initialized.</summary>
    public Guid Id { get; private set; }

    /// <summary>The number of a scope that was created without an id; 0 if the scope has an id.</summary>
    internal long TemporaryId { get; private set; }

    /// <summary>True if the object represents the default scope.</summary>
    internal bool IsDefault => IsInitialized && Id == Guid.Empty;

    /// <summary>The text for debuggers.</summary>
    internal string DebuggerText => DebuggerTexts.Of(this);

    /// <summary>Sets the id of the scope. The host is notified after the running work item.</summary>
    /// <param name="context">The context of an activity of the instance that the scope belongs to.</param>
    /// <param name="id">The id, unique among the scopes of the instance.</param>
    /// <exception cref="ArgumentException">The id is <see cref="Guid.Empty"/>.</exception>
    /// <exception cref="InvalidOperationException">
    /// The scope already has an id or does not belong to this instance, or another scope has this id; or the host does not identify instances by the ids of
    /// their scopes. <c>WorkflowInvoker</c> and <c>WorkflowApplication</c> do not.
    /// </exception>
    public void Initialize(NativeActivityContext context, Guid id)
    {
        ArgumentNullException.ThrowIfNull(context);
        if (id == Guid.Empty)
        {
            throw new ArgumentException("A bookmark scope needs an id other than 'Guid.Empty', which stands for the default scope.", nameof(id));
        }

        ExecutionPort port = context.Port;
        if (IsInitialized)
        {
            throw new InvalidOperationException(IsDefault
                ? "'BookmarkScope.Default' only stands for a scope; initialize 'DefaultBookmarkScope' of the context."
                : $"The bookmark scope has the id '{Id}' already and keeps it; create another scope.");
        }

        port.BookmarkPort.InitializeScope(this, id);
    }

    internal void SetId(Guid id)
    {
        Id = id;
        TemporaryId = 0;
    }
}
