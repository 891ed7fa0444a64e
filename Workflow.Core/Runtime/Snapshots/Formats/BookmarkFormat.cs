namespace Workflow.Runtime.Snapshots;

/// <summary>A bookmark, outstanding or not. It keeps its identity: after a load, all references to an outstanding bookmark refer to the same object.</summary>
internal sealed class BookmarkFormat : ObjectFormat
{
    public override string Key => "bookmark";

    public override bool CanWrite(object value) => value is Bookmark;

    public override void Write(object value, SnapshotWriter writer)
    {
        Bookmark bookmark = (Bookmark)value;
        if (bookmark is not NumberedBookmark numbered)
        {
            writer.WriteText(Key, bookmark.Name, new ValueOrigin("bookmark", bookmark.Name, null));
        }
        else
        {
            writer.WriteCounter(Key, numbered.Value);
            numbered.SavedWith = writer.Instance;
        }
    }

    public override object Create(SnapshotNode entry, SnapshotReader reader)
    {
        SnapshotNode name = entry.Get(Key);
        if (name.Element.ValueKind == System.Text.Json.JsonValueKind.Number)
        {
            long number = name.Counter();
            return number > 0 ? new NumberedBookmark(number) { SavedWith = reader.Instance } : throw name.Invalid("is not the number of a bookmark");
        }

        string text = name.Text();
        return text.Length > 0 ? new Bookmark(text) : throw name.Invalid("is empty");
    }
}
