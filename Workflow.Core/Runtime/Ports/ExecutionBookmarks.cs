using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Scheduling;

namespace Workflow.Runtime.Ports;

/// <summary>The port through which contexts access the bookmarks of an instance; the managers do the work.</summary>
internal sealed class ExecutionBookmarks(WorkQueue queue, BookmarkManager bookmarks, BookmarkScopeManager scopes) : BookmarkPort
{
    public override BookmarkScope DefaultScope => Checked.Scopes.Default.Scope;

    private BookmarkScopeManager Checked
    {
        get
        {
            queue.CheckThread();
            return scopes;
        }
    }

    public override Bookmark Create(ActivityInstance owner, string name, BookmarkCallback? callback, BookmarkOptions options, BookmarkScope? scope = null) =>
        bookmarks.Create(queue.Running(owner), name, callback, options, scope);

    public override bool Remove(ActivityInstance owner, Bookmark bookmark) => bookmarks.Remove(queue.Running(owner), bookmark);

    public override bool Remove(ActivityInstance owner, string name, BookmarkScope? scope = null) => bookmarks.Remove(queue.Running(owner), name, scope);

    public override void RemoveAll(ActivityInstance owner) => bookmarks.RemoveAll(queue.Running(owner));

    public override BookmarkResumptionResult Resume(Bookmark bookmark, object? value)
    {
        queue.CheckThread();
        return bookmarks.Resume(bookmark, value);
    }

    public override void ResumeWhenIdle(Bookmark bookmark)
    {
        queue.CheckThread();

        // A saved instance that was tampered with may lack the bookmark. Here, this is a fault of the activity; later, it would be a failure of the run loop.
        ArgumentNullException.ThrowIfNull(bookmark);
        bookmarks.ResumeWhenIdle(bookmark);
    }

    public override BookmarkScope CreateScope(Guid id) => Checked.Create(id);

    public override void InitializeScope(BookmarkScope scope, Guid id) => Checked.Initialize(scope, id);

    public override void DeleteScope(BookmarkScope scope) => Checked.Delete(scope);
}
