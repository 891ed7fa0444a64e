using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>
/// Writes and reads the values of one type. A contract is created once for each type, from the declaration of the type and not from the content of a value,
/// so it can read its own output. Thread-safe.
/// </summary>
internal abstract class ValueContract
{
    /// <summary>True if several fields can refer to the same object, which must remain one object after a load.</summary>
    public virtual bool HasIdentity => true;

    /// <summary>True if the contract writes the members of a JSON object, to which a tag can be added.</summary>
    public virtual bool HasMembers => false;

    /// <summary>True if the object is created before its content is read, so that the content can refer to the object.</summary>
    public virtual bool IsMadeFirst => false;

    /// <summary>True if code of the application takes part, so that only a trial shows whether a value can be read back.</summary>
    public virtual bool MustBeTried => false;

    /// <summary>Writes one JSON value, or only members if <see cref="HasMembers"/> is true.</summary>
    /// <exception cref="UnsavableValueException">The value cannot be saved.</exception>
    public abstract void Write(object value, ValueWriter writer);

    /// <summary>Reads the output of <see cref="Write"/>.</summary>
    /// <param name="json">The JSON value.</param>
    /// <param name="reader">The reader for the content.</param>
    /// <param name="place">The number of the object. If <see cref="IsMadeFirst"/> is true, the method registers the object under this number.</param>
    public abstract object Read(JsonElement json, ValueReader reader, int place);
}
