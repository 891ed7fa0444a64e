using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>Writes the elements of arrays and lists of the most common number types without boxing.</summary>
internal static class PlainElements
{
    /// <summary>Returns true if <see cref="Write"/> supports elements of the type and no converter is registered for the type.</summary>
    public static bool Takes<T>(ContractSet contracts) =>
        (typeof(T) == typeof(int) || typeof(T) == typeof(long) || typeof(T) == typeof(bool)) && contracts.Of(typeof(T)) is SimpleContract;

    // The conversions do not box: the JIT compiles the method for each type and removes them.
    public static void Write<T>(Utf8JsonWriter json, T item)
    {
        if (typeof(T) == typeof(int))
        {
            json.WriteNumberValue((int)(object)item!);
        }
        else if (typeof(T) == typeof(long))
        {
            json.WriteNumberValue((long)(object)item!);
        }
        else
        {
            json.WriteBooleanValue((bool)(object)item!);
        }
    }
}
