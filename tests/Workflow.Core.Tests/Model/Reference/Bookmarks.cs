using Workflow.Core.Tests.Model.Programs;

namespace Workflow.Core.Tests.Model.Reference;

/// <summary>Rule 8, the part about unscoped bookmarks.</summary>
internal sealed class Bookmarks(Interpreter interpreter)
{
    private readonly List<ModelBookmark> _all = [];
    private readonly HashSet<ModelBookmark> _resumed = [];

    public ModelBookmark Create(Instance owner, string? name, BookmarkOptions options, bool hasCallback)
    {
        bool isTaken = name is not null && _all.Any(bookmark => bookmark.Name == name);
        if (owner.Node!.Spec.MayNotWait || isTaken)
        {
            interpreter.See(Feature.BookmarkRefused);
            throw new InvalidOperationException("Rules 8.1 and 8.2.");
        }

        ModelBookmark bookmark = new(name, owner, options, hasCallback);
        _all.Add(bookmark);
        interpreter.See(hasCallback ? Feature.BookmarkCreated : Feature.BookmarkWithoutCallback);
        return bookmark;
    }

    public bool HasBlocking(Instance owner) => _all.Any(bookmark => bookmark.Owner == owner && bookmark.IsBlocking);

    public bool Remove(Instance owner, Func<ModelBookmark, bool> isMeant)
    {
        if (_all.Find(bookmark => isMeant(bookmark)) is not { } found)
        {
            interpreter.See(Feature.BookmarkRemoveNotFound);
            return false;
        }

        if (found.Owner != owner)
        {
            interpreter.See(Feature.BookmarkRemoveRefused);
            throw new InvalidOperationException("Rule 8.5.");
        }

        interpreter.See(Feature.BookmarkRemoved);
        return _all.Remove(found);
    }

    public int RemoveAll(Instance owner) => _all.RemoveAll(bookmark => bookmark.Owner == owner);

    /// <summary>Adds the resumption at the tail of the queue and removes a bookmark that can be resumed only once (rules 8.3 and 8.4).</summary>
    public BookmarkResumptionResult Resume(Func<ModelBookmark, bool> isMeant)
    {
        if (_all.Find(bookmark => isMeant(bookmark)) is not { } found)
        {
            interpreter.See(Feature.ResumeNotFound);
            return BookmarkResumptionResult.NotFound;
        }

        if (found.IsSingle)
        {
            _all.Remove(found);
        }

        if (!_resumed.Add(found))
        {
            interpreter.See(Feature.ResumedAgain);
        }

        interpreter.Records.Resumed(found);
        interpreter.PushTail(new Item(ItemKind.Resume, found.Owner, () => Deliver(found)));
        return BookmarkResumptionResult.Success;
    }

    private void Deliver(ModelBookmark bookmark)
    {
        Instance owner = bookmark.Owner;
        interpreter.See(Feature.ResumedAfterRemoval, !bookmark.IsSingle && !_all.Contains(bookmark));
        interpreter.See(Feature.ResumedUnderDefaultCancellation, owner.IsInDefaultCancellation);
        if (bookmark.HasCallback)
        {
            Session session = interpreter.Session;
            Call call = new(session, owner.Node!, interpreter.DoorOf(owner));
            session.Run(call, $"resumed at {session.IndexOfBookmark(bookmark)}", owner.Node!.Spec.OnResume);
        }
    }
}
