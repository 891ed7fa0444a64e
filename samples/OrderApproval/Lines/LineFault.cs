using System.Text.Json;
using System.Text.RegularExpressions;
using static System.FormattableString;

namespace OrderApproval.Lines;

/// <summary>
/// Describes the error of a line in terms of the file: the field and its value. The messages of the serializer name types of this program and count the
/// lines from the one that it received, which does not help the author of the file.
/// </summary>
internal static partial class LineFault
{
    /// <param name="fault">The exception of the serializer.</param>
    /// <param name="one">The name of the content of a line.</param>
    public static string Explain(JsonException fault, string one)
    {
        string message = Position().Replace(fault.Message, string.Empty);
        string field = fault.Path is null or "$" ? string.Empty : fault.Path[2..];
        if (Missing().Match(message) is { Success: true } missing)
        {
            string[] names = [.. missing.Groups[1].Value.Split(", ").Select(name => $"'{(field.Length == 0 ? string.Empty : field + ".")}{name.Trim('\'')}'")];
            return names.Length == 1 ? $"field {names[0]} is missing." : $"fields {string.Join(", ", names)} are missing.";
        }

        return message switch
        {
            _ when message.StartsWith("The JSON value could not be converted", StringComparison.Ordinal) =>
                field.Length == 0 ? $"it is no {one}." : $"field '{field}' has a value of the wrong kind.",
            _ when message.StartsWith("Duplicate property", StringComparison.Ordinal) => $"field '{field}' is there twice.",
            _ when message.Contains("could not be mapped", StringComparison.Ordinal) => $"field '{field}' is not known.",
            _ when message.Contains("doesn't allow null", StringComparison.Ordinal) => $"field '{field}' has no value.",
            _ => Invariant(
                $"it is no JSON from character {fault.BytePositionInLine + 1} on{(field.Length == 0 ? string.Empty : $", after field '{field}'")}: {message}"),
        };
    }

    [GeneratedRegex(@" Path: .* \| LineNumber: .*$", RegexOptions.Singleline)]
    private static partial Regex Position();

    [GeneratedRegex(@"missing required properties including: (.+)\.$")]
    private static partial Regex Missing();
}
