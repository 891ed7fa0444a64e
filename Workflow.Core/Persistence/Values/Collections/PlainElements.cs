using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>Writes the elements of arrays and lists that are the most common numbers without an object for each.</summary>
internal static class PlainElements
{
    /// <summary>Whether <see cref="Write"/> takes elements of the type, and nobody has a converter for it.</summary>
    public static bool Takes<T>(ContractSet contracts) =>
        (typeof(T) == typeof(int) || typeof(T) == typeof(long) || typeof(T) == typeof(bool)) && contracts.Of(typeof(T)) is SimpleContract;

    // The compiler of the process knows the type: of these conversions nothing is left.
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
