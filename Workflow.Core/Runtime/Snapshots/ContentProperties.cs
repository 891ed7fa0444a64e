using System.Collections.Concurrent;
using System.Reflection;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>The public properties that an author's own handle or exception adds to what the library or .NET saves of it: those that can be read and set.</summary>
internal static class ContentProperties
{
    private static readonly ConcurrentDictionary<Type, PropertyInfo[]> Known = [];

    public static PropertyInfo[] Of(Type type) => Known.GetOrAdd(type, static type =>
    [
        .. type.GetProperties(BindingFlags.Instance | BindingFlags.Public)
            .Select(AsDeclared)
            .DistinctBy(property => property.Name)
            .Where(property => property is { CanRead: true, CanWrite: true } && property.GetIndexParameters().Length == 0 && !IsFoundation(property))
            .OrderBy(property => property.Name, StringComparer.Ordinal),
    ]);

    public static void Write(object value, SnapshotWriter writer, SavedPlace owner)
    {
        PropertyInfo[] properties = Of(value.GetType());
        if (properties.Length == 0)
        {
            return;
        }

        writer.Json.WriteStartObject("properties");
        foreach (PropertyInfo property in properties)
        {
            PlaceOfValue place = new("property", property.Name, owner.Activity);
            writer.Cells.Write(property.Name, ValueOf(property, value, owner), property.PropertyType, place, isAlone: true);
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

    private static object? ValueOf(PropertyInfo property, object value, SavedPlace owner)
    {
        try
        {
            return property.GetValue(value);
        }
        catch (TargetInvocationException exception)
        {
            throw owner.CannotSave(value, $"its property '{property.Name}' cannot be read: {ThrownText.Of(exception.InnerException!)}", exception.InnerException);
        }
    }

    /// <summary>Only where it is declared a property shows a setter that is not public.</summary>
    private static PropertyInfo AsDeclared(PropertyInfo property) =>
        property.DeclaringType!.GetProperty(property.Name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly) ?? property;

    /// <summary>What is saved by rules of its own, and what exceptions of .NET carry that is no plain value.</summary>
    private static bool IsFoundation(PropertyInfo property)
    {
        Type declaring = property.DeclaringType!;
        return declaring.Assembly == typeof(Handle).Assembly || declaring == typeof(Exception)
            || (OfSystem.Is(declaring) && !SimpleValues.Handles(property.PropertyType));
    }
}
