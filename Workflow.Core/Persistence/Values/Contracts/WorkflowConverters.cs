using System.Text.Json;
using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>Writes and reads references to objects of the workflow without a JSON serializer, which a native program does not have for them.</summary>
internal abstract class WorkflowConverters : JsonConverterFactory
{
    /// <summary>Checks that a load can put the object where a type is declared.</summary>
    /// <exception cref="UnsavableValueException">It cannot.</exception>
    public abstract void Check(object value, Type declared);

    /// <summary>Writes a reference to an object of the workflow.</summary>
    public abstract void Write(Utf8JsonWriter json, object value);

    /// <summary>Reads a reference.</summary>
    public abstract object Read(JsonElement json);
}
