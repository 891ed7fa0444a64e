using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>Writes the values of variables and arguments when an instance is saved, and reads them when it is loaded. A host uses the serializer among its extensions, or a <see cref="JsonValueSerializer"/>.</summary>
/// <remarks>
/// It is not called for simple values, such as numbers, strings and dates, and for objects of the workflow itself. It is called on the thread
/// of the save or load, for several instances at the same time. The first save of each type also calls <see cref="Read"/> with the output of <see cref="Write"/>. If the value
/// that it returns differs, the save fails.
/// </remarks>
public abstract class ValueSerializer
{
    /// <summary>Initializes a serializer.</summary>
    protected ValueSerializer()
    {
    }

    /// <summary>Writes one JSON value. If it throws an exception, the save fails, and the instance is unchanged.</summary>
    /// <param name="writer">The writer for the value.</param>
    /// <param name="value">The value; not null.</param>
    /// <param name="type">The type that <see cref="Read"/> will get.</param>
    /// <param name="context">Aliases and converters.</param>
    public abstract void Write(Utf8JsonWriter writer, object value, Type type, ValueContext context);

    /// <summary>Reads what <see cref="Write"/> wrote. If it throws an exception, the load fails.</summary>
    /// <param name="value">The JSON value, which is valid during the call.</param>
    /// <param name="type">The type.</param>
    /// <param name="context">Aliases and converters.</param>
    /// <returns>The value.</returns>
    public abstract object? Read(JsonElement value, Type type, ValueContext context);

    /// <summary>
    /// Determines whether <see cref="Write"/> supports types derived from a declared type, and writes their type itself. False, the default: a derived type needs an alias in the
    /// <see cref="TypeRegistry"/>.
    /// </summary>
    /// <param name="declaredType">The declared type.</param>
    /// <returns>True if it does.</returns>
    public virtual bool WritesDerivedTypes(Type declaredType) => false;

    /// <summary>Whether the serializer checks itself that it can read what it writes.</summary>
    internal virtual bool ChecksReadBack => false;

    /// <summary>Writes without this check.</summary>
    internal virtual void WriteOnly(Utf8JsonWriter writer, object value, Type type, ValueContext context) => Write(writer, value, type, context);
}
