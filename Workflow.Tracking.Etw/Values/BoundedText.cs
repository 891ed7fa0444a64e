using System.Buffers;
using System.Text;

namespace Workflow.Tracking.Etw.Values;

/// <summary>A text of limited length. Input that does not fit, and all input after it, is ignored.</summary>
internal sealed class BoundedText(int limit)
{
    /// <summary>
    /// The characters that need an escape sequence in XML, and those that XML cannot contain: control characters, single surrogates, U+FFFE and U+FFFF.
    /// </summary>
    private static readonly SearchValues<char> Special = SearchValues.Create(
        [
            '&', '<', '>', '"', '\uFFFE', '\uFFFF',
            .. Enumerable.Range(0, ' ').Select(code => (char)code), .. Enumerable.Range('\uD800', 0x800).Select(code => (char)code),
        ]);

    private readonly StringBuilder _text = new(256);

    public bool IsFull { get; private set; }

    public int Rest => limit - _text.Length;

    public void Overflow() => IsFull = true;

    public void Add(ReadOnlySpan<char> text)
    {
        IsFull |= text.Length > Rest;
        if (!IsFull)
        {
            _text.Append(text);
        }
    }

    /// <summary>Adds a text as the content of an element or an attribute. Characters that XML cannot contain are replaced.</summary>
    public void AddEscaped(ReadOnlySpan<char> text)
    {
        while (!IsFull && text.Length > 0)
        {
            int plain = text.IndexOfAny(Special);
            Add(plain < 0 ? text : text[..plain]);
            if (plain < 0)
            {
                return;
            }

            text = text[plain..];
            AddSpecial(ref text);
        }
    }

    public override string ToString() => _text.ToString();

    private void AddSpecial(ref ReadOnlySpan<char> text)
    {
        int length = text.Length > 1 && char.IsSurrogatePair(text[0], text[1]) ? 2 : 1;
        Add(text[0] switch
        {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\t' => "&#x9;",
            '\n' => "&#xA;",
            '\r' => "&#xD;",
            _ => length == 2 ? text[..2] : "\uFFFD",
        });
        text = text[length..];
    }
}
