using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>The state of a shipped activity that writes and reads itself.</summary>
internal sealed class PartFormat : ObjectFormat
{
    public override string Key => "part";

    public override bool CanWrite(object value) => value is ISavedPart;

    public override void Write(object value, SnapshotWriter writer)
    {
        ISavedPart part = (ISavedPart)value;
        ValueOrigin origin = writer.OriginOf(value);
        writer.Json.WriteString(Key, writer.Layout.NameOf(part.SavedAs));
        try
        {
            part.Save(new PartWriter(writer, origin));
        }
        catch (Exception exception) when (exception is not (SnapshotException or OutOfMemoryException))
        {
            // A part may call members of values of the application, which may throw.
            throw origin.CannotSave(value, ThrownText.Of(exception), exception);
        }
    }

    public override object Create(SnapshotNode entry, SnapshotReader reader)
    {
        SnapshotNode name = entry.Get(Key);
        return reader.Layout.TryFindKind(name.Text(), out StateKind? kind)
            ? kind.Create()
            : throw name.Invalid($"is the kind '{name.Text()}', which no activity of the definition uses");
    }

    public override void Load(object value, SnapshotNode entry, SnapshotReader reader) => ((ISavedPart)value).Load(new PartReader(reader, entry));

    public override void Finish(object value, SnapshotNode entry, SnapshotReader reader)
    {
        if (!((ISavedPart)value).IsSound)
        {
            throw entry.Get(Key).Invalid("is a part that does not fit the other parts");
        }
    }
}
