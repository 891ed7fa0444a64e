using System.Text.Json;
using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>
/// Writes and reads references to objects of the workflow without a JSON serializer: a program compiled with native AOT has no serializer code for these
/// types.
/// </summary>
internal abstract class WorkflowConverters : JsonConverterFactory
{
    /// <summary>Throws if a load could not assign the object to a location of the declared type.</summary>
    /// <exception cref="UnsavableValueException">The object does not fit the declared type.</exception>
    public abstract void Check(object value, Type declared);

    /// <summary>Writes a reference to an object of the workflow.</summary>
    public abstract void Write(Utf8JsonWriter json, object value);

    /// <summary>Reads a reference.</summary>
    public abstract object Read(JsonElement json);
}
