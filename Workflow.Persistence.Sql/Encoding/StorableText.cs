namespace Workflow.Persistence.Sql;

/// <summary>Texts as every database keeps them: without the null character, and without half of a surrogate pair, which is no character in UTF-8.</summary>
internal static class StorableText
{
    private const char Replacement = '\uFFFD';

    /// <summary>Whether a text is one in every encoding: half of a surrogate pair would become another character.</summary>
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

    /// <summary>Whether every database keeps a text as it is.</summary>
    public static bool IsStorable(string text) => !text.Contains('\0', StringComparison.Ordinal) && IsWhole(text);

    /// <summary>A text for people, such as the message of a failure: what no database keeps is replaced, so that the text cannot fail the call.</summary>
    public static string ForPeople(string text) =>
        IsStorable(text) ? text : string.Concat(text.EnumerateRunes().Select(rune => rune.Value == 0 ? $"{Replacement}" : rune.ToString()));
}
