namespace Workflow.Runtime.Snapshots;

/// <summary>A bookmark, outstanding or not; whoever holds one after a load holds the very one that is outstanding.</summary>
internal sealed class BookmarkFormat : ObjectFormat
{
    public override string Key => "bookmark";

    public override bool Takes(object value) => value is Bookmark;

    public override void Write(object value, SnapshotWriter writer)
    {
        Bookmark bookmark = (Bookmark)value;
        if (bookmark.Number == 0)
        {
            writer.Text(Key, bookmark.Name, new SavedPlace("bookmark", bookmark.Name, null));
        }
        else
        {
            writer.Counter(Key, bookmark.Number);
            bookmark.SavedWith = writer.Instance;
        }
    }

    public override object Create(Entry entry, SnapshotReader reader)
    {
        Entry name = entry.Get(Key);
        if (name.Element.ValueKind == System.Text.Json.JsonValueKind.Number)
        {
            long number = name.Counter();
            return number > 0 ? new Bookmark(string.Empty, number) { SavedWith = reader.Instance } : throw name.Wrong("is no number of a bookmark");
        }

        string text = name.Text();
        return text.Length > 0 ? new Bookmark(text) : throw name.Wrong("is empty");
    }
}
