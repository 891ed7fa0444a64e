namespace Workflow;

/// <summary>The part of the execution port for bookmarks and their scopes.</summary>
internal abstract class BookmarkPort
{
    /// <summary>Creates a bookmark in a scope. A null scope creates a bookmark outside scopes.</summary>
    public abstract Bookmark Create(ActivityInstance owner, string name, BookmarkCallback? callback, BookmarkOptions options, BookmarkScope? scope = null);

    public abstract bool Remove(ActivityInstance owner, Bookmark bookmark);

    /// <summary>Removes a bookmark from a scope. A null scope removes a bookmark outside scopes.</summary>
    public abstract bool Remove(ActivityInstance owner, string name, BookmarkScope? scope = null);

    public abstract void RemoveAll(ActivityInstance owner);

    /// <summary>Resumes a bookmark that is not in a scope.</summary>
    public abstract BookmarkResumptionResult Resume(Bookmark bookmark, object? value);

    /// <summary>
    /// Resumes a bookmark when no other work of the instance can run, before the instance is idle. Several such bookmarks are resumed one after the other. A
    /// bookmark that is removed before is not resumed.
    /// </summary>
    public abstract void ResumeWhenIdle(Bookmark bookmark);

    /// <summary>The scope that every instance has (rule 8.6).</summary>
    public abstract BookmarkScope DefaultScope { get; }

    /// <summary>Creates a scope, or finds the scope with the id; an empty id creates a scope without an id.</summary>
    public abstract BookmarkScope CreateScope(Guid id);

    public abstract void InitializeScope(BookmarkScope scope, Guid id);

    public abstract void DeleteScope(BookmarkScope scope);
}
