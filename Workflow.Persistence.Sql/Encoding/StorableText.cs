namespace Workflow.Persistence.Sql;

/// <summary>Checks texts for characters that not every database stores: the null character, and unpaired surrogates, which have no UTF-8 encoding.</summary>
internal static class StorableText
{
    private const char Replacement = '\uFFFD';

    /// <summary>Returns true if the text has no unpaired surrogates, which an encoding would replace by another character.</summary>
    public static bool IsWhole(string text)
    {
        for (int i = 0; i < text.Length; i++)
        {
            if (char.IsSurrogatePair(text, i))
            {
                i++;
            }
            else if (char.IsSurrogate(text[i]))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Returns true if every database stores the text unchanged.</summary>
    public static bool IsStorable(string text) => !text.Contains('\0', StringComparison.Ordinal) && IsWhole(text);

    /// <summary>Returns a text for people, such as an error message, with unstorable characters replaced, so that the text cannot fail the call.</summary>
    public static string ForDisplay(string text) =>
        IsStorable(text) ? text : string.Concat(text.EnumerateRunes().Select(rune => rune.Value == 0 ? $"{Replacement}" : rune.ToString()));
}
