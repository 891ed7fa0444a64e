using System.Text;

namespace Workflow.Tracking.Etw.Values;

/// <summary>A text that takes no more than so many characters; what comes after is not looked at.</summary>
internal sealed class BoundedText(int limit)
{
    private readonly StringBuilder _text = new();

    public bool IsFull { get; private set; }

    public int Rest => limit - _text.Length;

    public void Overflow() => IsFull = true;

    public void Add(string text)
    {
        IsFull |= text.Length > Rest;
        if (!IsFull)
        {
            _text.Append(text);
        }
    }

    /// <summary>Adds a text as the content of an element or an attribute; what XML cannot hold is replaced.</summary>
    public void AddEscaped(string text)
    {
        for (int i = 0; i < text.Length && !IsFull; i++)
        {
            char character = text[i];
            switch (character)
            {
                case '&':
                    Add("&amp;");
                    break;
                case '<':
                    Add("&lt;");
                    break;
                case '>':
                    Add("&gt;");
                    break;
                case '"':
                    Add("&quot;");
                    break;
                case '\t' or '\n' or '\r':
                    Add(character switch { '\t' => "&#x9;", '\n' => "&#xA;", _ => "&#xD;" });
                    break;
                default:
                    AddPlain(text, ref i);
                    break;
            }
        }
    }

    public override string ToString() => _text.ToString();

    private void AddPlain(string text, ref int index)
    {
        char character = text[index];
        if (char.IsHighSurrogate(character) && index + 1 < text.Length && char.IsLowSurrogate(text[index + 1]))
        {
            Append(character);
            Append(text[++index]);
            return;
        }

        Append(character < ' ' || char.IsSurrogate(character) || character > '\uFFFD' ? '\uFFFD' : character);
    }

    private void Append(char character)
    {
        IsFull |= Rest == 0;
        if (!IsFull)
        {
            _text.Append(character);
        }
    }
}
