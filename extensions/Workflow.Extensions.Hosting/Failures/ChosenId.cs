namespace Workflow.Extensions.Hosting;

/// <summary>Validates the keys and request ids that an application chooses.</summary>
internal static class ChosenId
{
    /// <summary>Throws if the text cannot be used as a key or as the id of a request. Null is valid and means none.</summary>
    /// <param name="text">The text.</param>
    /// <param name="name">The kind of the text, for the message.</param>
    /// <exception cref="ArgumentException">The text is empty, or contains an unpaired surrogate.</exception>
    public static void Check(string? text, string name)
    {
        if (text is { Length: 0 })
        {
            throw new ArgumentException($"The {name} is empty; pass a text, or null for none.", name);
        }

        if (text is not null && !IsWhole(text))
        {
            throw new ArgumentException(
                $"The {name} '{text}' has half of a surrogate pair, for which another text could have the same id; use another {name}.", name);
        }
    }

    private static bool IsWhole(string text)
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
}
