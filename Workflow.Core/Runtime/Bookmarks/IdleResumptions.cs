namespace Workflow.Runtime.Bookmarks;

/// <summary>The bookmarks that are resumed when nothing else of the instance can run, and before it counts as idle; one at a time, in the order they came.</summary>
internal sealed class IdleResumptions(BookmarkTable bookmarks)
{
    private readonly Queue<Bookmark> _waiting = [];

    public IReadOnlyCollection<Bookmark> Waiting => _waiting;

    public void Add(Bookmark bookmark) => _waiting.Enqueue(bookmark);

    /// <summary>Queues the next one; false: there is none. One that has been removed is forgotten, one outside an open transaction waits on.</summary>
    public bool ResumeNext()
    {
        for (int left = _waiting.Count; left > 0; left--)
        {
            Bookmark bookmark = _waiting.Dequeue();
            switch (bookmarks.Resume(bookmark, null))
            {
                case BookmarkResumptionResult.Success:
                    return true;
                case BookmarkResumptionResult.NotReady:
                    _waiting.Enqueue(bookmark);
                    break;
            }
        }

        return false;
    }
}
