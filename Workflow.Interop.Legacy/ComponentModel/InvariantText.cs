using System.Globalization;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The texts of values where they are stored or compared with stored ones: the same in all cultures.</summary>
internal static class InvariantText
{
    /// <summary>Null for null, and for an object whose text is null.</summary>
    public static string? Of(object? value) => value switch
    {
        Enum constant => Of(constant),
        IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
        _ => value?.ToString(),
    };

    /// <summary>The text of a number without a name has the sign of the culture, whatever provider it gets.</summary>
    private static string Of(Enum constant)
    {
        string name = constant.ToString();
        return char.IsLetter(name[0]) || name[0] == '_' ? name : ((IFormattable)Number(constant)).ToString(null, CultureInfo.InvariantCulture);
    }

    private static object Number(Enum constant) => Convert.ChangeType(constant, constant.GetTypeCode(), CultureInfo.InvariantCulture);
}
