using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>Writes arrays and lists of the most common number types without boxing their elements.</summary>
internal static class PlainElements
{
    /// <summary>Whether <see cref="Write"/> supports elements of the type, and no converter is registered for it.</summary>
    public static bool Takes<T>(ContractSet contracts) =>
        (typeof(T) == typeof(int) || typeof(T) == typeof(long) || typeof(T) == typeof(bool)) && contracts.Of(typeof(T)) is SimpleContract;

    // The JIT knows the type, so it removes these conversions.
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
