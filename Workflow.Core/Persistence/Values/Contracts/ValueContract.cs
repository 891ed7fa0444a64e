using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>
/// How the values of one type are written and read. It is worked out once for each type, from what the type is made of and not from what one value of it holds, so what it
/// writes it reads. Thread-safe.
/// </summary>
internal abstract class ValueContract
{
    /// <summary>Two places can hold the same object, which stays one.</summary>
    public virtual bool HasIdentity => true;

    /// <summary>It writes members of an object, beside which there is room for a tag.</summary>
    public virtual bool HasMembers => false;

    /// <summary>The object is there before what it holds is read, which so may refer to it.</summary>
    public virtual bool IsMadeFirst => false;

    /// <summary>Code of the author's takes part, so that only trying shows whether a value comes back.</summary>
    public virtual bool MustBeTried => false;

    /// <summary>Writes one JSON value, or members when it <see cref="HasMembers"/>.</summary>
    /// <exception cref="UnsavableValueException">It cannot be saved.</exception>
    public abstract void Write(object value, ValueWriter writer);

    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    /// <param name="json">The JSON value.</param>
    /// <param name="reader">Reads what lies inside.</param>
    /// <param name="place">The place of the object among those that others refer to; to be given when the contract says that the object <see cref="IsMadeFirst"/>.</param>
    public abstract object Read(JsonElement json, ValueReader reader, int place);
}
