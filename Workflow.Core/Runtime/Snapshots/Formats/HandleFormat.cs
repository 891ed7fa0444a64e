using Workflow.Persistence;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>A handle: its type, its owner and its state. A load does not initialize it again (rule 9.4).</summary>
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

    public override bool CanWrite(object value) => value is Handle;

    public override void Write(object value, SnapshotWriter writer)
    {
        Handle handle = (Handle)value;
        if (ReferenceEquals(handle, BookmarkScopeHandle.Default))
        {
            writer.Json.WriteString(Key, DefaultTag);
            return;
        }

        ValueOrigin origin = new("handle", handle.ExecutionPropertyName, handle.OwnerInstance?.Activity);
        Type type = handle.GetType();
        string? tag = Known.FirstOrDefault(known => known.Value == type).Key ?? writer.Values.Tags.TagOf(type);
        writer.Json.WriteString(
            Key, tag ?? throw origin.CannotSave(handle, "the type has no alias; add it to a TypeRegistry among the extensions of the host"));
        writer.WriteReference(OwnerKey, handle.OwnerInstance);
        try
        {
            (handle as ISavedState)?.Save(new PartWriter(writer, origin));
            AdditionalMembers.Write(handle, writer, origin);
        }
        catch (NotSupportedException exception)
        {
            throw origin.CannotSave(handle, ThrownText.Of(exception), exception);
        }
    }

    public override object Create(SnapshotNode entry, SnapshotReader reader)
    {
        SnapshotNode tag = entry.Get(Key);
        string text = tag.Text();
        if (text == DefaultTag)
        {
            return BookmarkScopeHandle.Default;
        }

        Type? type = Known.GetValueOrDefault(text) ?? reader.Values.Tags.TypeOf(text);
        if (type is null || type.IsAbstract || !type.IsAssignableTo(typeof(Handle)))
        {
            throw tag.Invalid(
                $"is '{text}', which is not the alias of a known type of handles",
                "add the type to the TypeRegistry among the extensions of the host");
        }

        return Activator.CreateInstance(type)!;
    }

    public override void Load(object value, SnapshotNode entry, SnapshotReader reader)
    {
        Handle handle = (Handle)value;
        if (ReferenceEquals(handle, BookmarkScopeHandle.Default))
        {
            return;
        }

        handle.Adopt(reader.GetOrNull<Frame>(entry, OwnerKey));
        (handle as ISavedState)?.Load(new PartReader(reader, entry));
        AdditionalMembers.Read(handle, entry, reader);
    }
}
