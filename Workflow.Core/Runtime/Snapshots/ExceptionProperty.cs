using System.Reflection;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>A public property of an exception class of .NET. A load restores its value with the constructor, or else in the field behind it.</summary>
internal sealed class ExceptionProperty
{
    private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private readonly PropertyInfo _property;
    private readonly FieldInfo? _field;

    private ExceptionProperty(PropertyInfo property)
    {
        _property = property;
        _field = FieldOf(property);
    }

    public string Name => _property.Name;

    public Type Type => _property.PropertyType;

    /// <summary>The properties of the classes of .NET among a class and its base classes, without those of <see cref="Exception"/>, inner exceptions, and those that are set like members.</summary>
    public static ExceptionProperty[] Of(Type type) =>
    [
        .. type.GetProperties(BindingFlags.Instance | BindingFlags.Public)
            .Where(static property => property.GetMethod is { IsPublic: true } read && read.GetBaseDefinition().DeclaringType != typeof(Exception)
                && OfSystem.Is(property.DeclaringType!) && property.GetIndexParameters().Length == 0 && !IsMember(property) && !HoldsExceptions(property.PropertyType))
            .DistinctBy(static property => property.Name)
            .Select(static property => new ExceptionProperty(property)),
    ];

    public object? ValueOf(Exception exception) => _property.GetMethod!.Invoke(exception, BindingFlags.DoNotWrapExceptions, null, null, null);

    /// <summary>Sets the field if the constructor did not.</summary>
    public void Restore(Exception exception, object? value)
    {
        if (_field is not null && !Equals(ValueOf(exception), value))
        {
            _field.SetValue(exception, value);
        }
    }

    private static bool IsMember(PropertyInfo property) => property.SetMethod is { IsPublic: true } && SimpleValues.Handles(property.PropertyType);

    private static bool HoldsExceptions(Type type) =>
        type.IsAssignableTo(typeof(Exception)) || type.IsAssignableTo(typeof(IEnumerable<Exception>)) || (type.IsArray && type.GetElementType()!.IsAssignableTo(typeof(Exception)));

    /// <summary>By its usual names, or as the only field of a special type. Whether it is the right one is checked by what the property returns.</summary>
    private static FieldInfo? FieldOf(PropertyInfo property)
    {
        FieldInfo[] fields = property.DeclaringType!.GetFields(Fields);
        string camel = char.ToLowerInvariant(property.Name[0]) + property.Name[1..];
        string[] names = [$"<{property.Name}>k__BackingField", $"_{camel}", $"m_{camel}", camel];
        FieldInfo[] typed = Array.FindAll(fields, field => field.FieldType == property.PropertyType);
        return Array.Find(typed, field => names.Contains(field.Name, StringComparer.Ordinal)) ?? (property.PropertyType.IsEnum && typed is [FieldInfo only] ? only : null);
    }
}
