using System.Globalization;

namespace Workflow.PublicApi.Tests.Surface;

/// <summary>Renders constants and default values independently of the culture.</summary>
internal static class ValueText
{
    public static string Of(object? value) => value switch
    {
        null => "null",
        string text => $"\"{text.Replace("\"", "\\\"", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal)}\"",
        char character => $"'{character}'",
        bool flag => flag ? "true" : "false",
        Enum constant => string.Join(" | ", constant.ToString().Split(", ").Select(name => $"{constant.GetType().Name}.{name}")),
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => value.ToString() ?? string.Empty,
    };
}
