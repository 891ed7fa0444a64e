namespace Workflow.Runtime.Snapshots;

/// <summary>Writes and reads one class of objects with identity. Stateless.</summary>
internal abstract class ObjectFormat
{
    /// <summary>The name of the first member of the written object, by which a load finds the format.</summary>
    public abstract string Key { get; }

    public abstract bool CanWrite(object value);

    /// <summary>Writes the members of the object, <see cref="Key"/> first.</summary>
    public abstract void Write(object value, SnapshotWriter writer);

    /// <summary>Creates the object. Objects that it refers to may not exist yet.</summary>
    public abstract object Create(SnapshotNode entry, SnapshotReader reader);

    /// <summary>Reads the other members, after all objects were created.</summary>
    public virtual void Load(object value, SnapshotNode entry, SnapshotReader reader)
    {
    }

    /// <summary>Reads members that need other objects to be loaded.</summary>
    public virtual void Finish(object value, SnapshotNode entry, SnapshotReader reader)
    {
    }
}

internal static class ObjectFormats
{
    private static readonly ObjectFormat[] All =
    [
        new FrameFormat(), new EnvironmentFormat(), new DelegateArgumentsFormat(), new BookmarkFormat(), new BookmarkScopeFormat(), new HandleFormat(),
        new PartFormat(), new ExceptionFormat(),
    ];

    public static ObjectFormat Of(object value) => Find(value)!;

    public static bool CanWrite(object value) => Find(value) is not null;

    public static ObjectFormat Of(SnapshotNode entry)
    {
        foreach (ObjectFormat format in All)
        {
            if (entry.IsFirstKey(format.Key))
            {
                return format;
            }
        }

        throw entry.Invalid($"has an element of the unknown kind '{entry.FirstKey}'");
    }

    /// <summary>Returns the format of an object. A loop, because a save searches for each object, and a lambda would allocate two objects each time.</summary>
    private static ObjectFormat? Find(object value)
    {
        foreach (ObjectFormat format in All)
        {
            if (format.CanWrite(value))
            {
                return format;
            }
        }

        return null;
    }
}
