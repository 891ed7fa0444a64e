using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>An object of its own kind that shipped activities keep; it writes and reads itself.</summary>
internal sealed class PartFormat : ObjectFormat
{
    public override string Key => "part";

    public override bool Takes(object value) => value is ISavedPart;

    public override void Write(object value, SnapshotWriter writer)
    {
        ISavedPart part = (ISavedPart)value;
        SavedPlace place = writer.PlaceOfFirst(value);
        writer.Json.WriteString(Key, part.SavedAs.Name);
        try
        {
            part.Save(new PartWriter(writer, place));
        }
        catch (Exception exception) when (exception is not (SnapshotException or OutOfMemoryException))
        {
            // Values of the author's may be asked for more, and may throw.
            throw place.CannotSave(value, ThrownText.Of(exception), exception);
        }
    }

    public override object Create(Entry entry, SnapshotReader reader)
    {
        Entry name = entry.Get(Key);
        return reader.Layout.TryFindKind(name.Text(), out StateKind? kind)
            ? kind.Create()
            : throw name.Wrong($"names the kind '{name.Text()}', which no activity of the definition has");
    }

    public override void Load(object value, Entry entry, SnapshotReader reader) => ((ISavedPart)value).Load(new PartReader(reader, entry));

    public override void Finish(object value, Entry entry, SnapshotReader reader)
    {
        if (!((ISavedPart)value).IsSound)
        {
            throw entry.Get(Key).Wrong("is a part that does not go with the others");
        }
    }
}
