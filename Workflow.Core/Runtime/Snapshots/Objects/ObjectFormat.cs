namespace Workflow.Runtime.Snapshots;

/// <summary>Writes and reads one class of objects with identity. Stateless.</summary>
internal abstract class ObjectFormat
{
    /// <summary>The name of the first member of the written object, by which a load finds the format.</summary>
    public abstract string Key { get; }

    public abstract bool CanWrite(object value);

    /// <summary>Writes the members of the object, <see cref="Key"/> first.</summary>
    public abstract void Write(object value, SnapshotWriter writer);

    /// <summary>
    /// Returns the indexes of the inner exceptions of an exception, which are created before it, because its constructor takes them; null for any other object.
    /// </summary>
    public virtual int[]? InnerOf(SnapshotNode entry) => null;

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
