namespace Workflow.Persistence;

/// <summary>What is kept of a failure in a store, for queries about what became of an instance.</summary>
internal static class FailureText
{
    /// <summary>Enough to tell failures apart; a message may hold a whole document.</summary>
    private const int MaxLength = 2000;

    /// <summary>Type and message; the type alone where there is no message to be had.</summary>
    public static string Of(Exception failure)
    {
        string type = failure.GetType().FullName ?? failure.GetType().Name;
        try
        {
            string text = $"{type}: {failure.Message}";
            return text.Length <= MaxLength ? text : text[..(char.IsHighSurrogate(text[MaxLength - 1]) ? MaxLength - 1 : MaxLength)];
        }
        catch (Exception)
        {
            // The message is worked out by the application's code.
            return type;
        }
    }
}
