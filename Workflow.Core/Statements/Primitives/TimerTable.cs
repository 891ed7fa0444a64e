namespace Workflow.Statements;

/// <summary>Bookmarks by due time. Bookmarks with the same due time keep their order of registration. Not thread-safe.</summary>
internal sealed class TimerTable
{
    private static readonly Comparer<Entry> ByTime = Comparer<Entry>.Create(static (left, right) =>
    {
        int byTime = left.Due.CompareTo(right.Due);
        return byTime != 0 ? byTime : left.Order.CompareTo(right.Order);
    });

    private readonly SortedSet<Entry> _byTime = new(ByTime);
    private readonly Dictionary<Bookmark, Entry> _byBookmark = [];
    private long _last;

    /// <summary>The earliest due time of the timers that are not being resumed; null if there is none.</summary>
    public DateTimeOffset? NextDue => _byTime.Min?.Due;

    /// <summary>All timers, including those that are being resumed, in the order of their due times.</summary>
    public Entry[] All => [.. _byBookmark.Values.Order(ByTime)];

    /// <summary>Adds a bookmark, or changes its due time.</summary>
    public void Set(Bookmark bookmark, DateTimeOffset due)
    {
        Remove(bookmark);
        Entry entry = new(bookmark, due, ++_last);
        _byTime.Add(entry);
        _byBookmark.Add(bookmark, entry);
    }

    public void Remove(Bookmark bookmark)
    {
        if (_byBookmark.Remove(bookmark, out Entry? entry))
        {
            _byTime.Remove(entry);
        }
    }

    /// <summary>Returns the earliest timer that is due; null if none is. The timer counts as being resumed until it is removed or set again.</summary>
    public Entry? TakeDue(DateTimeOffset now)
    {
        if (_byTime.Min is not { } earliest || earliest.Due > now)
        {
            return null;
        }

        _byTime.Remove(earliest);
        return earliest;
    }

    /// <summary>Returns true if the entry is pending: neither removed nor changed.</summary>
    public bool Contains(Entry entry) => _byBookmark.TryGetValue(entry.Bookmark, out Entry? current) && ReferenceEquals(current, entry);

    /// <summary>A pending timer.</summary>
    internal sealed record Entry(Bookmark Bookmark, DateTimeOffset Due, long Order);
}
