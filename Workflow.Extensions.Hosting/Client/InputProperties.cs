using System.Reflection;

namespace Workflow.Extensions.Hosting;

/// <summary>The inputs of a new instance: a dictionary, or the public properties of an object.</summary>
internal static class InputProperties
{
    public static IDictionary<string, object?> Of(object? inputs) => inputs switch
    {
        null => new Dictionary<string, object?>(),
        IDictionary<string, object?> dictionary => new Dictionary<string, object?>(dictionary),
        IEnumerable<KeyValuePair<string, object?>> pairs => new Dictionary<string, object?>(pairs),
        _ => inputs.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Where(property => property.CanRead && property.GetIndexParameters().Length == 0)
            .ToDictionary(property => property.Name, property => property.GetValue(inputs)),
    };
}
