using System.Globalization;

namespace Workflow.Interop.Legacy.Activities.Rules.Nodes;

/// <summary>The types of values that expressions contain, and the conversion of the values to and from text.</summary>
internal static class PrimitiveValues
{
    private static readonly Dictionary<string, (Type Type, Func<string, object> Parse)> ByName = new (Type Type, Func<string, object> Parse)[]
    {
        (typeof(bool), static text => bool.Parse(text.Trim())),
        (typeof(char), static text => text.Length == 0 ? '\0' : char.Parse(text)),
        (typeof(string), static text => text),
        (typeof(sbyte), static text => sbyte.Parse(text, CultureInfo.InvariantCulture)),
        (typeof(byte), static text => byte.Parse(text, CultureInfo.InvariantCulture)),
        (typeof(short), static text => short.Parse(text, CultureInfo.InvariantCulture)),
        (typeof(ushort), static text => ushort.Parse(text, CultureInfo.InvariantCulture)),
        (typeof(int), static text => int.Parse(text, CultureInfo.InvariantCulture)),
        (typeof(uint), static text => uint.Parse(text, CultureInfo.InvariantCulture)),
        (typeof(long), static text => long.Parse(text, CultureInfo.InvariantCulture)),
        (typeof(ulong), static text => ulong.Parse(text, CultureInfo.InvariantCulture)),
        (typeof(float), static text => float.Parse(Number(text), CultureInfo.InvariantCulture)),
        (typeof(double), static text => double.Parse(Number(text), CultureInfo.InvariantCulture)),
        (typeof(decimal), static text => decimal.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture)),
        (typeof(DateTime), static text => DateTime.Parse(text, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind)),
        (typeof(TimeSpan), static text => TimeSpan.Parse(text, CultureInfo.InvariantCulture)),
        (typeof(Guid), static text => Guid.Parse(text)),
    }.ToDictionary(static entry => entry.Type.Name, StringComparer.Ordinal);

    public static bool IsAllowed(Type type) => ByName.TryGetValue(type.Name, out (Type Type, Func<string, object> Parse) entry) && entry.Type == type;

    public static bool IsName(string name) => ByName.ContainsKey(name);

    /// <exception cref="FormatException">The text is not a value of the type.</exception>
    /// <exception cref="OverflowException">The number is too large for the type.</exception>
    public static object Parse(string name, string text) => ByName[name].Parse(text);

    public static string ToText(object value) => value switch
    {
        DateTime time => time.ToString("O", CultureInfo.InvariantCulture),
        bool flag => flag ? "true" : "false",
        '\0' => string.Empty,
        IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
        _ => value.ToString()!,
    };

    // WF3 writes infinity as in XML, and reads it as in .NET. Both forms are read here.
    private static string Number(string text) => text.Trim() switch
    {
        "INF" => "Infinity",
        "-INF" => "-Infinity",
        _ => text,
    };
}
