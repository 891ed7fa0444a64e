using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>Writes the values of variables and arguments when an instance is saved, and reads them when it is loaded.</summary>
/// <remarks>
/// A host uses the serializer among its extensions, or a <see cref="JsonValueSerializer"/> if there is none. The serializer is not called for simple
/// values, such as numbers, strings and dates, and not for objects of the workflow itself. It is called on the thread of the save or load, possibly for
/// several instances at the same time. The first save of each type also calls <see cref="Read"/> with the output of <see cref="Write"/>. If the value that
/// <see cref="Read"/> returns differs from the original, the save fails.
/// </remarks>
public abstract class ValueSerializer
{
    /// <summary>Initializes a serializer.</summary>
    protected ValueSerializer()
    {
    }

    /// <summary>Writes one JSON value. If the method throws an exception, the save fails, and the instance is unchanged.</summary>
    /// <param name="writer">The writer for the value.</param>
    /// <param name="value">The value; not null.</param>
    /// <param name="type">The type that is passed to <see cref="Read"/>.</param>
    /// <param name="context">The aliases and converters.</param>
    public abstract void Write(Utf8JsonWriter writer, object value, Type type, ValueContext context);

    /// <summary>Reads the output of <see cref="Write"/>. If the method throws an exception, the load fails.</summary>
    /// <param name="value">The JSON value, which is valid during the call.</param>
    /// <param name="type">The type.</param>
    /// <param name="context">The aliases and converters.</param>
    /// <returns>The value.</returns>
    public abstract object? Read(JsonElement value, Type type, ValueContext context);

    /// <summary>
    /// Determines whether <see cref="Write"/> supports types derived from a declared type, and writes the name of the derived type itself. False by
    /// default: a derived type then needs an alias in the <see cref="TypeRegistry"/>.
    /// </summary>
    /// <param name="declaredType">The declared type.</param>
    /// <returns>True if derived types are supported.</returns>
    public virtual bool WritesDerivedTypes(Type declaredType) => false;

    /// <summary>True if the serializer itself checks that it can read its output.</summary>
    internal virtual bool ChecksReadBack => false;

    /// <summary>Writes a value without the check of <see cref="ChecksReadBack"/>.</summary>
    internal virtual void WriteOnly(Utf8JsonWriter writer, object value, Type type, ValueContext context) => Write(writer, value, type, context);
}
