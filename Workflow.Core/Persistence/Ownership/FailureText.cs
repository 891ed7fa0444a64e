namespace Workflow.Persistence;

/// <summary>The text of a failure that a store keeps for queries.</summary>
internal static class FailureText
{
    /// <summary>
    /// The maximum length in characters: long enough to distinguish failures, while the message of an exception may contain a whole document.
    /// </summary>
    private const int MaxLength = 2000;

    /// <summary>Returns the type and the message of an exception, or only the type if the message cannot be read.</summary>
    public static string Of(Exception failure)
    {
        string type = failure.GetType().FullName ?? failure.GetType().Name;
        try
        {
            return Shorten($"{type}: {failure.Message}");
        }
        catch (Exception)
        {
            // The message may be computed by code of the application, which may throw.
            return type;
        }
    }

    /// <summary>Truncates a text that is too long, without half of a surrogate pair at its end.</summary>
    public static string Shorten(string text) =>
        text.Length <= MaxLength ? text : text[..(char.IsHighSurrogate(text[MaxLength - 1]) ? MaxLength - 1 : MaxLength)];
}
