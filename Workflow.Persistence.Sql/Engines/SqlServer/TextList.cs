using System.Globalization;
using System.Text;

namespace Workflow.Persistence.Sql;

/// <summary>Texts that go to the server in one parameter, each once: its number in eight digits, and the text, with a separator between them. Not thread-safe.</summary>
internal sealed class TextList
{
    /// <summary>The character that is meant for this, and those that Unicode leaves to applications.</summary>
    private static readonly char[] Separators = ['\u001F', .. Enumerable.Range(0xE000, 0x1900).Select(code => (char)code)];

    private readonly Dictionary<string, int> _numbers = new(StringComparer.Ordinal);
    private readonly List<string> _texts = [];

    /// <summary>The number of a text; null for null.</summary>
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

    /// <summary>All texts, and the separator, which is in none of them.</summary>
    /// <exception cref="InstancePersistenceException">There is no such separator.</exception>
    public (string Texts, char Separator) Join()
    {
        char separator = Separators.FirstOrDefault(candidate => !_texts.Exists(text => text.Contains(candidate, StringComparison.Ordinal)));
        if (separator == default)
        {
            throw new InstancePersistenceException("The texts of a save contain all characters that can separate them; save texts without characters for private use.");
        }

        StringBuilder all = new();
        foreach ((int number, string text) in _texts.Index())
        {
            all.Append(all.Length == 0 ? string.Empty : separator.ToString()).Append(number.ToString("D8", CultureInfo.InvariantCulture)).Append(text);
        }

        return (all.ToString(), separator);
    }
}
