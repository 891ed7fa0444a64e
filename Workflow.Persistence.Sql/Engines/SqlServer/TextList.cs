using System.Globalization;
using System.Text;

namespace Workflow.Persistence.Sql;

/// <summary>
/// A list of distinct texts that is sent to the server in one parameter: each entry consists of its number with eight digits and its text, and a separator
/// separates the entries. Not thread-safe.
/// </summary>
internal sealed class TextList
{
    /// <summary>The possible separators: the unit separator, and the characters of the private use area of Unicode.</summary>
    private static readonly char[] Separators = ['\u001F', .. Enumerable.Range(0xE000, 0x1900).Select(code => (char)code)];

    private readonly Dictionary<string, int> _numbers = new(StringComparer.Ordinal);
    private readonly List<string> _texts = [];

    /// <summary>Adds a text and returns its number; null for null.</summary>
    public int? Add(string? text)
    {
        if (text is null)
        {
            return null;
        }

        if (!_numbers.TryGetValue(text, out int number))
        {
            number = _texts.Count;
            _numbers.Add(text, number);
            _texts.Add(text);
        }

        return number;
    }

    /// <summary>Returns all texts and the separator, which occurs in none of them.</summary>
    /// <exception cref="InstancePersistenceException">The texts contain every possible separator.</exception>
    public (string Texts, char Separator) Join()
    {
        char separator = Separators.FirstOrDefault(candidate => !_texts.Exists(text => text.Contains(candidate, StringComparison.Ordinal)));
        if (separator == default)
        {
            throw new InstancePersistenceException(
                "The texts of a save contain all characters that can separate them; save texts without characters for private use.");
        }

        StringBuilder all = new();
        foreach ((int number, string text) in _texts.Index())
        {
            all.Append(all.Length == 0 ? string.Empty : separator.ToString()).Append(number.ToString("D8", CultureInfo.InvariantCulture)).Append(text);
        }

        return (all.ToString(), separator);
    }
}
