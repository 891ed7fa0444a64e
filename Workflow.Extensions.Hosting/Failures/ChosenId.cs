namespace Workflow.Extensions.Hosting;

/// <summary>The texts that an application chooses as keys and as ids of requests.</summary>
internal static class ChosenId
{
    /// <summary>Throws if an application cannot choose a text as a key or as the id of a request; null is for none.</summary>
    /// <param name="text">The text.</param>
    /// <param name="name">What it is, for the message.</param>
    /// <exception cref="ArgumentException">It is empty, or has half of a surrogate pair.</exception>
    public static void Check(string? text, string name)
    {
        if (text is { Length: 0 })
        {
            throw new ArgumentException($"The {name} is empty; pass a text, or null for none.", name);
        }

        if (text is not null && !IsWhole(text))
        {
            throw new ArgumentException($"The {name} '{text}' has half of a surrogate pair, for which another text could have the same id; use another {name}.", name);
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
