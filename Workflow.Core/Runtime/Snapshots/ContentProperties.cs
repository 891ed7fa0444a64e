using System.Collections.Concurrent;
using System.Reflection;

namespace Workflow.Runtime.Snapshots;

/// <summary>The public properties that an author's own handle or exception adds to what the library or .NET saves of it: those that can be read and set.</summary>
internal static class ContentProperties
{
    private static readonly ConcurrentDictionary<Type, PropertyInfo[]> Known = [];

    public static PropertyInfo[] Of(Type type) => Known.GetOrAdd(type, static type =>
    [
        .. type.GetProperties(BindingFlags.Instance | BindingFlags.Public)
            .Where(property => property is { CanRead: true, CanWrite: true } && property.GetIndexParameters().Length == 0 && !IsFoundation(property.DeclaringType!))
            .OrderBy(property => property.Name, StringComparer.Ordinal),
    ]);

    public static void Write(object value, SnapshotWriter writer, Activity? owner)
    {
        PropertyInfo[] properties = Of(value.GetType());
        if (properties.Length == 0)
        {
            return;
        }

        writer.Json.WriteStartObject("properties");
        foreach (PropertyInfo property in properties)
        {
            writer.Cells.Write(property.Name, property.GetValue(value), property.PropertyType, new PlaceOfValue("property", property.Name, owner), isAlone: true);
        }

        writer.Json.WriteEndObject();
    }

    public static void Read(object value, Entry entry, SnapshotReader reader)
    {
        if (!entry.TryGet("properties", out Entry cells))
        {
            return;
        }

        foreach (PropertyInfo property in Of(value.GetType()))
        {
            if (cells.TryGet(property.Name, out Entry cell))
            {
                property.SetValue(value, reader.Cells.Read(cell, property.PropertyType, new PlaceOfValue("property", property.Name, null), isAlone: true));
            }
        }
    }

    /// <summary>What is declared there is saved by its own rules.</summary>
    private static bool IsFoundation(Type declaring) => declaring.Assembly == typeof(Handle).Assembly || declaring == typeof(Exception) || declaring == typeof(object);
}
