using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Snapshots;

/// <summary>A handle: what it is, whose it is, and what it knows. After a load it is not initialized a second time (rule 9.4).</summary>
internal sealed class HandleFormat : ObjectFormat
{
    private const string DefaultTag = "@default", OwnerKey = "owner";

    private static readonly Dictionary<string, Type> Known = new(StringComparer.Ordinal)
    {
        ["@scope"] = typeof(BookmarkScopeHandle),
        ["@exclusive"] = typeof(ExclusiveHandle),
        ["@noPersist"] = typeof(NoPersistHandle),
        ["@transaction"] = typeof(RuntimeTransactionHandle),
    };

    public override string Key => "handle";

    public override bool Takes(object value) => value is Handle;

    public override void Write(object value, SnapshotWriter writer)
    {
        Handle handle = (Handle)value;
        if (ReferenceEquals(handle, BookmarkScopeHandle.Default))
        {
            writer.Json.WriteString(Key, DefaultTag);
            return;
        }

        SavedPlace place = new("handle", handle.ExecutionPropertyName, handle.OwnerInstance?.Activity);
        Type type = handle.GetType();
        string? tag = Known.FirstOrDefault(known => known.Value == type).Key ?? writer.Cells.TagOf(type);
        writer.Json.WriteString(Key, tag ?? throw place.CannotSave(handle, "that type has no alias; give it one in a TypeRegistry among the extensions of the host"));
        writer.Reference(OwnerKey, handle.OwnerInstance);
        try
        {
            (handle as ISavedState)?.Save(new PartWriter(writer, place));
            ContentMembers.Write(handle, writer, place);
        }
        catch (NotSupportedException exception)
        {
            throw place.CannotSave(handle, exception.Message, exception);
        }
    }

    public override object Create(Entry entry, SnapshotReader reader)
    {
        Entry tag = entry.Get(Key);
        string text = tag.Text();
        if (text == DefaultTag)
        {
            return BookmarkScopeHandle.Default;
        }

        Type? type = Known.GetValueOrDefault(text) ?? reader.Cells.TypeOf(text);
        if (type is null || type.IsAbstract || !type.IsAssignableTo(typeof(Handle)))
        {
            throw tag.Wrong($"names '{text}', which is no kind of handle; add its type to the TypeRegistry among the extensions of the host");
        }

        return Activator.CreateInstance(type)!;
    }

    public override void Load(object value, Entry entry, SnapshotReader reader)
    {
        Handle handle = (Handle)value;
        if (ReferenceEquals(handle, BookmarkScopeHandle.Default))
        {
            return;
        }

        handle.Adopt(reader.GetOrNull<Frame>(entry, OwnerKey));
        (handle as ISavedState)?.Load(new PartReader(reader, entry));
        ContentMembers.Read(handle, entry, reader);
    }
}
