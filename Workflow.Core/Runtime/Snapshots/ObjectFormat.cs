namespace Workflow.Runtime.Snapshots;

/// <summary>How one class of objects that have an identity is written and read. Stateless.</summary>
internal abstract class ObjectFormat
{
    /// <summary>The first member of the written object; it tells the formats apart.</summary>
    public abstract string Key { get; }

    public abstract bool Takes(object value);

    /// <summary>Writes the members, the one of <see cref="Key"/> first.</summary>
    public abstract void Write(object value, SnapshotWriter writer);

    /// <summary>Makes the object; what it refers to may not have been made yet.</summary>
    public abstract object Create(Entry entry, SnapshotReader reader);

    /// <summary>Reads the rest, when all objects have been made.</summary>
    public virtual void Load(object value, Entry entry, SnapshotReader reader)
    {
    }

    /// <summary>Reads what needs other objects to have been loaded.</summary>
    public virtual void Finish(object value, Entry entry, SnapshotReader reader)
    {
    }
}

internal static class ObjectFormats
{
    private static readonly ObjectFormat[] All =
    [
        new FrameFormat(), new EnvironmentFormat(), new DelegateArgumentsFormat(), new BookmarkFormat(), new ScopeFormat(), new HandleFormat(), new PartFormat(), new ExceptionFormat(),
    ];

    public static ObjectFormat Of(object value) => Array.Find(All, format => format.Takes(value))!;

    public static bool Take(object value) => Array.Exists(All, format => format.Takes(value));

    public static ObjectFormat Of(Entry entry) =>
        Array.Find(All, format => format.Key == entry.FirstKey) ?? throw entry.Wrong($"begins with the unknown '{entry.FirstKey}'");
}
