using System.Runtime.InteropServices;

namespace Workflow.Tracking.Etw.Values;

/// <summary>The result of formatting a value: its text, or the reason why it has none.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct WrittenValue(string? Text, string? Problem, bool IsTooLarge)
{
    public static readonly WrittenValue TooLarge = new(null, null, true);

    public static WrittenValue Of(string text) => new(text, null, false);

    public static WrittenValue Unwritable(string problem) => new(null, problem, false);
}
