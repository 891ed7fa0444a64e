using System.Globalization;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Returns the culture-independent texts of values, for storage and for comparison with stored texts.</summary>
internal static class InvariantText
{
    /// <summary>Returns null for null, and for an object whose text is null.</summary>
    public static string? Of(object? value) => value switch
    {
        Enum constant => Of(constant),
        IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
        _ => value?.ToString(),
    };

    /// <summary>Formats an enumeration value. For a value without a name, Enum uses the sign of the current culture, regardless of the provider.</summary>
    private static string Of(Enum constant)
    {
        string name = constant.ToString();
        return char.IsLetter(name[0]) || name[0] == '_' ? name : ((IFormattable)Number(constant)).ToString(null, CultureInfo.InvariantCulture);
    }

    private static object Number(Enum constant) => Convert.ChangeType(constant, constant.GetTypeCode(), CultureInfo.InvariantCulture);
}
