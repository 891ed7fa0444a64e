using System.Globalization;
using Workflow.Definition;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scheduling;

namespace Workflow.Runtime.Bookmarks;

/// <summary>The outstanding bookmarks of one execution (rule 8).</summary>
internal sealed class BookmarkTable(WorkflowExecution execution)
{
    private const BookmarkOptions AllOptions = BookmarkOptions.MultipleResume | BookmarkOptions.NonBlocking;

    private readonly Dictionary<string, Entry> _entries = new(StringComparer.Ordinal);
    private long _last;

    public bool IsEmpty => _entries.Count == 0;

    public void Reset()
    {
        _entries.Clear();
        _last = 0;
    }

    public Bookmark Create(Frame owner, string name, BookmarkCallback? callback, BookmarkOptions options)
    {
        if ((options & ~AllOptions) != 0)
        {
            throw new System.ComponentModel.InvalidEnumArgumentException(nameof(options), (int)options, typeof(BookmarkOptions));
        }

        if ((owner.Plan.Flags & PlanFlags.InducesIdle) == 0)
        {
            throw new InvalidOperationException(
                $"'{owner.Activity.DisplayName}' created a bookmark, but does not say that it can wait; override CanInduceIdle to return true.");
        }

        Scheduler.Validate(owner, callback);
        Bookmark bookmark = name.Length == 0 ? new Bookmark(name, ++_last) : new Bookmark(name);
        if (!_entries.TryAdd(KeyOf(bookmark), new Entry(bookmark, owner, callback, options)))
        {
            throw new InvalidOperationException($"The workflow has a bookmark '{name}' already; resume or remove it first, or choose another name.");
        }

        owner.Bookmarks++;
        if ((options & BookmarkOptions.NonBlocking) == 0)
        {
            owner.BlockingBookmarks++;
            owner.Holds++;
        }

        return bookmark;
    }

    public bool Remove(Frame owner, Bookmark bookmark)
    {
        string key = KeyOf(bookmark);
        if (!_entries.TryGetValue(key, out Entry? entry) || !IsMeant(entry, bookmark))
        {
            return false;
        }

        if (!ReferenceEquals(entry.Owner, owner))
        {
            throw new InvalidOperationException(
                $"The bookmark '{bookmark}' belongs to '{entry.Owner.Activity.DisplayName}'; only the instance that created it may remove it.");
        }

        Remove(key, entry);
        return true;
    }

    public void RemoveAll(Frame owner)
    {
        if (owner.Bookmarks == 0)
        {
            return;
        }

        foreach ((string key, Entry entry) in _entries)
        {
            if (ReferenceEquals(entry.Owner, owner))
            {
                Remove(key, entry);
            }
        }
    }

    /// <summary>Queues the callback behind everything else (rule 8.3).</summary>
    public BookmarkResumptionResult Resume(Bookmark bookmark, object? value)
    {
        string key = KeyOf(bookmark);
        if (!_entries.TryGetValue(key, out Entry? entry) || !IsMeant(entry, bookmark))
        {
            return BookmarkResumptionResult.NotFound;
        }

        if (execution.Transactions.Excludes(entry.Owner))
        {
            return BookmarkResumptionResult.NotReady;
        }

        if ((entry.Options & BookmarkOptions.MultipleResume) == 0)
        {
            Remove(key, entry);
        }

        entry.Owner.Holds++;
        execution.Loop.PushBack(new WorkItem(WorkKind.Resume, entry.Owner, new Resumption(entry.Bookmark, entry.Callback, value)));
        return BookmarkResumptionResult.Success;
    }

    /// <summary>The turn of a resumption.</summary>
    public static void Run(Frame owner, Resumption resumption)
    {
        owner.Holds--;
        if (resumption.Callback is { } callback)
        {
            NativeActivityContext context = owner.OpenNativeContext();
            callback(context, resumption.Bookmark, resumption.Value);
            owner.CloseNativeContext();
        }
    }

    /// <summary>A numbered bookmark is known by its object only: another instance has one of the same number (rule 8.1).</summary>
    private static bool IsMeant(Entry entry, Bookmark bookmark) => bookmark.Number == 0 || ReferenceEquals(entry.Bookmark, bookmark);

    private static string KeyOf(Bookmark bookmark) =>
        bookmark.Number == 0 ? bookmark.Name : string.Create(CultureInfo.InvariantCulture, $"\0{bookmark.Number}");

    private void Remove(string key, Entry entry)
    {
        _entries.Remove(key);
        entry.Owner.Bookmarks--;
        if ((entry.Options & BookmarkOptions.NonBlocking) == 0)
        {
            entry.Owner.BlockingBookmarks--;
            entry.Owner.Holds--;
        }
    }

    private sealed record Entry(Bookmark Bookmark, Frame Owner, BookmarkCallback? Callback, BookmarkOptions Options);
}
