namespace Workflow.Runtime.Snapshots;

/// <summary>The formats of all classes of objects with identity. Stateless.</summary>
/// <param name="all">The formats. The first one that can write an object writes it.</param>
internal sealed class ObjectFormats(params ObjectFormat[] all)
{
    /// <summary>The name of the list of objects in the document.</summary>
    public const string ListKey = "objects";

    public ObjectFormat Of(object value) => Find(value)!;

    public bool CanWrite(object value) => Find(value) is not null;

    public ObjectFormat Of(SnapshotNode entry)
    {
        foreach (ObjectFormat format in all)
        {
            if (entry.IsFirstKey(format.Key))
            {
                return format;
            }
        }

        throw entry.Invalid($"has an element of the unknown kind '{entry.FirstKey}'");
    }

    /// <summary>Returns the format of an object. A loop, because a save searches for each object, and a lambda would allocate two objects each time.</summary>
    private ObjectFormat? Find(object value)
    {
        foreach (ObjectFormat format in all)
        {
            if (format.CanWrite(value))
            {
                return format;
            }
        }

        return null;
    }
}
