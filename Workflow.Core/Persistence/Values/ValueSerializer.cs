using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>Writes the values of variables and arguments when an instance is saved, and reads them when it is loaded. A host uses the one among its extensions, else a <see cref="JsonValueSerializer"/>.</summary>
/// <remarks>
/// It is asked for what is not simple: numbers, strings, dates and the like are written without it, and so are objects of the workflow itself. It is called on the thread
/// of the save or load, and by several instances at once. The first save of each type also calls <see cref="Read"/> with what <see cref="Write"/> wrote and compares: a value
/// that comes back different, or not at all, makes the save fail.
/// </remarks>
public abstract class ValueSerializer
{
    /// <summary>Initializes the base of a serializer.</summary>
    protected ValueSerializer()
    {
    }

    /// <summary>Writes one JSON value. An exception makes the save fail, and leaves the instance as it is.</summary>
    /// <param name="writer">Takes the value.</param>
    /// <param name="value">The value; not null.</param>
    /// <param name="type">The type of the value as it will be given to <see cref="Read"/>.</param>
    /// <param name="context">Aliases and converters.</param>
    public abstract void Write(Utf8JsonWriter writer, object value, Type type, ValueContext context);

    /// <summary>Reads what <see cref="Write"/> wrote. An exception makes the load fail.</summary>
    /// <param name="value">The JSON value, which is valid during the call.</param>
    /// <param name="type">The type.</param>
    /// <param name="context">Aliases and converters.</param>
    /// <returns>The value.</returns>
    public abstract object? Read(JsonElement value, Type type, ValueContext context);

    /// <summary>
    /// Whether <see cref="Write"/> takes objects of types derived from a declared one, and notes their types itself. False, the default: a derived type needs an alias in the
    /// <see cref="TypeRegistry"/>.
    /// </summary>
    /// <param name="declaredType">The declared type.</param>
    /// <returns>True if it does.</returns>
    public virtual bool WritesDerivedTypes(Type declaredType) => false;

    /// <summary>It finds out by itself whether it reads what it writes.</summary>
    internal virtual bool ProvesItself => false;

    /// <summary>Writes without finding that out.</summary>
    internal virtual void WriteOnly(Utf8JsonWriter writer, object value, Type type, ValueContext context) => Write(writer, value, type, context);
}
