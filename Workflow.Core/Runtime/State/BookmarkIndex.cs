namespace Workflow.Runtime.State;

/// <summary>An index of the bookmarks outside scopes, by name and by number. It is used when there are many.</summary>
internal sealed class BookmarkIndex
{
    private readonly Dictionary<string, BookmarkEntry> _named = new(StringComparer.Ordinal);
    private readonly Dictionary<long, BookmarkEntry> _numbered = [];

    public BookmarkIndex(IEnumerable<BookmarkEntry> entries)
    {
        foreach (BookmarkEntry entry in entries)
        {
            Add(entry);
        }
    }

    public int Count => _named.Count + _numbered.Count;

    /// <summary>All bookmarks, those with a name first.</summary>
    public IEnumerable<BookmarkEntry> All => _named.Values.Concat(_numbered.Values);

    public BookmarkEntry? Find(string name) => _named.GetValueOrDefault(name);

    public BookmarkEntry? Find(long number) => _numbered.GetValueOrDefault(number);

    public void Add(BookmarkEntry entry)
    {
        if (entry.Bookmark.Number == 0)
        {
            _named.Add(entry.Bookmark.Name, entry);
        }
        else
        {
            _numbered.Add(entry.Bookmark.Number, entry);
        }
    }

    public void Remove(Bookmark bookmark)
    {
        if (bookmark.Number == 0)
        {
            _named.Remove(bookmark.Name);
        }
        else
        {
            _numbered.Remove(bookmark.Number);
        }
    }
}
