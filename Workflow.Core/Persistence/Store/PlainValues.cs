using System.Text.Json;
using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>The values for queries in a store: plain data, never an object of the application.</summary>
internal static class PlainValues
{
    /// <summary>Returns true if a value is plain, as <see cref="InstanceSave"/> defines it.</summary>
    public static bool IsPlain(object? value) => value is null or string or bool or char
        or sbyte or byte or short or ushort or int or uint or long or ulong or float or double or decimal
        or Guid or DateTime or DateTimeOffset or DateOnly or TimeOnly or TimeSpan or Uri or byte[] or JsonElement;

    /// <summary>Copies values so that the copy shares no mutable object.</summary>
    /// <exception cref="SnapshotException">A value is not plain.</exception>
    public static Dictionary<XName, object?> Copy(IReadOnlyDictionary<XName, object?> values)
    {
        Dictionary<XName, object?> copy = new(values.Count);
        foreach ((XName name, object? value) in values)
        {
            if (!IsPlain(value))
            {
                throw new SnapshotException(
                    $"The value '{name}' is a '{value!.GetType()}', which a store does not accept; save it as text, a number or another plain value.",
                    name.ToString(),
                    null);
            }

            copy.Add(name, value switch
            {
                byte[] bytes => bytes.Clone(),
                JsonElement json => json.Clone(),
                _ => value,
            });
        }

        return copy;
    }
}
