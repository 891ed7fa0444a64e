namespace Workflow.Statements;

/// <summary>Bookmarks by the time they are due; those due at the same time keep the order they came in. Not thread-safe.</summary>
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

    /// <summary>When the earliest is due of those that are not being resumed; null when there is none.</summary>
    public DateTimeOffset? NextDue => _byTime.Min?.Due;

    /// <summary>All, also those being resumed, in the order of their times.</summary>
    public Entry[] All => [.. _byBookmark.Values.Order(ByTime)];

    /// <summary>Adds a bookmark, or moves it to another time.</summary>
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

    /// <summary>The earliest that is due, which is being resumed from now on until it is removed or set anew; null when none is due.</summary>
    public Entry? TakeDue(DateTimeOffset now)
    {
        if (_byTime.Min is not { } earliest || earliest.Due > now)
        {
            return null;
        }

        _byTime.Remove(earliest);
        return earliest;
    }

    /// <summary>Whether the entry is still pending, neither removed nor moved.</summary>
    public bool Contains(Entry entry) => _byBookmark.TryGetValue(entry.Bookmark, out Entry? current) && ReferenceEquals(current, entry);

    /// <summary>One pending timer.</summary>
    internal sealed record Entry(Bookmark Bookmark, DateTimeOffset Due, long Order);
}
