using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>
/// Writes and reads the values of one type. A contract is created once for each type, from the declaration of the type and not from the content of a value, so it can read what it
/// writes. Thread-safe.
/// </summary>
internal abstract class ValueContract
{
    /// <summary>Whether two fields can refer to the same object, which must stay one object.</summary>
    public virtual bool HasIdentity => true;

    /// <summary>Whether it writes members of an object, to which a tag can be added.</summary>
    public virtual bool HasMembers => false;

    /// <summary>Whether the object is created before its content is read, so that the content can refer to it.</summary>
    public virtual bool IsMadeFirst => false;

    /// <summary>Whether code of the application takes part, so that only a trial shows whether a value can be read back.</summary>
    public virtual bool MustBeTried => false;

    /// <summary>Writes one JSON value, or only members if <see cref="HasMembers"/> is true.</summary>
    /// <exception cref="UnsavableValueException">The value cannot be saved.</exception>
    public abstract void Write(object value, ValueWriter writer);

    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    /// <param name="json">The JSON value.</param>
    /// <param name="reader">Reads the content.</param>
    /// <param name="place">The number of the object, to be set when <see cref="IsMadeFirst"/> is true.</param>
    public abstract object Read(JsonElement json, ValueReader reader, int place);
}
