namespace Workflow.Statements;

/// <summary>Bookmarks by the time they are due; those due at the same time keep the order they came in. Not thread-safe.</summary>
internal sealed class TimerTable
{
    private readonly SortedSet<Entry> _byTime = [];
    private readonly Dictionary<Bookmark, Entry> _byBookmark = [];
    private long _last;

    /// <summary>The earliest; null when there is none.</summary>
    public Entry? Earliest => _byTime.Min;

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

    public bool Contains(Entry entry) => _byBookmark.TryGetValue(entry.Bookmark, out Entry? current) && ReferenceEquals(current, entry);

    /// <summary>One pending timer.</summary>
    internal sealed class Entry(Bookmark bookmark, DateTimeOffset due, long order) : IComparable<Entry>
    {
        private readonly long _order = order;

        public Bookmark Bookmark => bookmark;

        public DateTimeOffset Due => due;

        public int CompareTo(Entry? other)
        {
            if (other is null)
            {
                return 1;
            }

            int byTime = due.CompareTo(other.Due);
            return byTime != 0 ? byTime : __order.CompareTo(other._order);
        }
    }
}
