using System.Globalization;
using System.Reflection;

namespace Workflow.Persistence;

/// <summary>Writes and reads cultures by their names. A culture with changed formats cannot be saved by its name.</summary>
internal static class CultureTexts
{
    private static readonly PropertyInfo[] Numbers = PropertiesOf(typeof(NumberFormatInfo)), Dates = PropertiesOf(typeof(DateTimeFormatInfo));

    public static string Write(object value)
    {
        CultureInfo culture = (CultureInfo)value;
        string text = $"{(culture.IsReadOnly ? 'r' : 'w')}{(culture.UseUserOverride ? 'u' : 'd')}{culture.Name}";
        CultureInfo back = (CultureInfo)Read(text);
        bool isSame = IsSame(Numbers, culture.NumberFormat, back.NumberFormat)
            && culture.DateTimeFormat.Calendar.GetType() == back.DateTimeFormat.Calendar.GetType()
            && IsSame(Dates, culture.DateTimeFormat, back.DateTimeFormat);
        return isSame ? text : throw new UnsavableValueException(typeof(CultureInfo), "has formats that were changed; save its name, and change them again");
    }

    public static object Read(string text)
    {
        CultureInfo culture = new(text[2..], text[1] == 'u');
        return text[0] == 'r' ? CultureInfo.ReadOnly(culture) : culture;
    }

    private static bool IsSame(PropertyInfo[] properties, object left, object right) =>
        Array.TrueForAll(properties, property => IsSame(property.GetValue(left), property.GetValue(right)));

    private static bool IsSame(object? left, object? right) =>
        left is Array one && right is Array other ? one.Cast<object?>().SequenceEqual(other.Cast<object?>()) : Equals(left, right);

    private static PropertyInfo[] PropertiesOf(Type type) =>
    [
        .. type.GetProperties(BindingFlags.Instance | BindingFlags.Public)
            .Where(property => property.PropertyType == typeof(string)
                || property.PropertyType.IsPrimitive
                || property.PropertyType.IsEnum
                || property.PropertyType.IsArray)
            .Where(property => property.Name != nameof(NumberFormatInfo.IsReadOnly)),
    ];
}
