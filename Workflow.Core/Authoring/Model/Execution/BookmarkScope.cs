using System.Diagnostics;

namespace Workflow;

/// <summary>A set of bookmarks, with names of its own, inside a workflow instance (rule 8.6).</summary>
/// <remarks>
/// <para>A host that knows conversations by an id resumes a bookmark by its name and the id of its scope. A scope may be created without
/// an id; it then gets one from <see cref="Initialize"/>, or from the first resumption that finds its bookmark in it.</para>
/// <para><see cref="BookmarkScopeHandle"/> makes scopes, and every instance has one from the start. Belongs to one workflow instance; not
/// thread-safe.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class BookmarkScope
{
    /// <summary>Stands for the scope of an instance that has this id.</summary>
    /// <param name="id">The id; <see cref="Guid.Empty"/> stands for the default scope.</param>
    public BookmarkScope(Guid id) => Id = id;

    internal BookmarkScope(long temporaryId) => TemporaryId = temporaryId;

    /// <summary>Stands for the default scope of whatever instance it is used in; see <see cref="NativeActivityContext.DefaultBookmarkScope"/>.</summary>
    public static BookmarkScope Default { get; } = new(Guid.Empty);

    /// <summary>Whether the scope has its id; also true for what only stands for a scope.</summary>
    public bool IsInitialized => TemporaryId == 0;

    /// <summary>The id; <see cref="Guid.Empty"/> before the initialization.</summary>
    public Guid Id { get; private set; }

    /// <summary>Counts the scopes of an instance that were created without an id; 0 once the scope has one.</summary>
    internal long TemporaryId { get; private set; }

    /// <summary>Whether it stands for the default scope.</summary>
    internal bool IsDefault => IsInitialized && Id == Guid.Empty;

    /// <summary>What a debugger shows.</summary>
    internal string DebuggerText => DebuggerTexts.Of(this);

    /// <summary>Gives the scope its id; the host is told after the running item.</summary>
    /// <param name="context">The context of an activity of the instance that the scope belongs to.</param>
    /// <param name="id">The id, unique among the scopes of the instance.</param>
    /// <exception cref="ArgumentException">The id is <see cref="Guid.Empty"/>.</exception>
    /// <exception cref="InvalidOperationException">
    /// The scope has its id already, is not a scope of this instance, or another scope has this id; or the host does not know instances by
    /// the ids of their scopes, as is the case for <c>WorkflowInvoker</c> and <c>WorkflowApplication</c>.
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
