namespace Workflow;

/// <summary>The part of the port that is about bookmarks and their scopes.</summary>
internal abstract class BookmarkPort
{
    /// <summary>Creates a bookmark in a scope; null: in none.</summary>
    public abstract Bookmark Create(ActivityInstance owner, string name, BookmarkCallback? callback, BookmarkOptions options, BookmarkScope? scope = null);

    public abstract bool Remove(ActivityInstance owner, Bookmark bookmark);

    /// <summary>Removes a bookmark of a scope; null: one of none.</summary>
    public abstract bool Remove(ActivityInstance owner, string name, BookmarkScope? scope = null);

    public abstract void RemoveAll(ActivityInstance owner);

    /// <summary>Resumes a bookmark that is in no scope.</summary>
    public abstract BookmarkResumptionResult Resume(Bookmark bookmark, object? value);

    /// <summary>
    /// Resumes a bookmark when nothing else of the instance can run, and before it counts as idle; those that wait for it take turns. One that is removed in
    /// the meantime is not resumed.
    /// </summary>
    public abstract void ResumeWhenIdle(Bookmark bookmark);

    /// <summary>The scope that every instance has (rule 8.6).</summary>
    public abstract BookmarkScope DefaultScope { get; }

    /// <summary>Makes a scope, or finds the one that has the id; an empty id: a new one without an id.</summary>
    public abstract BookmarkScope CreateScope(Guid id);

    public abstract void InitializeScope(BookmarkScope scope, Guid id);

    public abstract void DeleteScope(BookmarkScope scope);
}
