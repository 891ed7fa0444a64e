using System.Reflection;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>A public property of an exception class of .NET. A load restores its value with the constructor, or else in the backing field.</summary>
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

    /// <summary>
    /// Returns the properties of the .NET classes among a class and its base classes, except the properties of <see cref="Exception"/>, inner exceptions, and
    /// properties that are set like members.
    /// </summary>
    public static ExceptionProperty[] Of(Type type) =>
    [
        .. type.GetProperties(BindingFlags.Instance | BindingFlags.Public)
            .Where(static property => property.GetMethod is { IsPublic: true } read && read.GetBaseDefinition().DeclaringType != typeof(Exception)
                && OfSystem.Is(property.DeclaringType!)
                && property.GetIndexParameters().Length == 0
                && !IsMember(property)
                && !HoldsExceptions(property.PropertyType))
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
        type.IsAssignableTo(typeof(Exception))
        || type.IsAssignableTo(typeof(IEnumerable<Exception>))
        || (type.IsArray && type.GetElementType()!.IsAssignableTo(typeof(Exception)));

    /// <summary>
    /// Finds the field by its usual names, or as the only field of an enumeration type. The value that the property returns shows whether it is the right
    /// field.
    /// </summary>
    private static FieldInfo? FieldOf(PropertyInfo property)
    {
        FieldInfo[] fields = property.DeclaringType!.GetFields(Fields);
        string camel = char.ToLowerInvariant(property.Name[0]) + property.Name[1..];
        string[] names = [$"<{property.Name}>k__BackingField", $"_{camel}", $"m_{camel}", camel];
        FieldInfo[] typed = Array.FindAll(fields, field => field.FieldType == property.PropertyType);
        return Array.Find(typed, field => names.Contains(field.Name, StringComparer.Ordinal))
            ?? (property.PropertyType.IsEnum && typed is [FieldInfo only] ? only : null);
    }
}
