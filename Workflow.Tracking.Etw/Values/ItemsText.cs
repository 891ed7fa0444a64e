namespace Workflow.Tracking.Etw.Values;

/// <summary>
/// Named values as one text, <c>&lt;items&gt;&lt;item name="total" type="System.Int32"&gt;7&lt;/item&gt;&lt;/items&gt;</c>: without type when the value is null,
/// without text when it cannot be written.
/// </summary>
internal static class ItemsText
{
    public const string Empty = "<items />";

    /// <summary>Stands for values that are too large.</summary>
    public const string Truncated = "<items>...</items>";

    private const string Start = "<items>";
    private const string End = "</items>";

    /// <summary>The annotations of a record, whole: they are few, and written by who configured them.</summary>
    public static string Of(IDictionary<string, string> values)
    {
        if (values.Count == 0)
        {
            return Empty;
        }

        BoundedText text = new(int.MaxValue);
        text.Add(Start);
        foreach ((string name, string value) in values)
        {
            AddItem(text, name, typeof(string), value);
        }

        return text + End;
    }

    /// <summary>The values, or <see cref="Truncated"/> as soon as they prove to be longer than so many characters.</summary>
    /// <param name="values">The values.</param>
    /// <param name="limit">How many characters there may be.</param>
    /// <param name="report">Told the name and the type of what cannot be written, and why.</param>
    public static string Of(IDictionary<string, object?> values, int limit, Action<string, Type, string> report)
    {
        if (values.Count == 0)
        {
            return Empty;
        }

        BoundedText text = new(limit - End.Length);
        text.Add(Start);
        foreach ((string name, object? value) in values)
        {
            if (text.IsFull)
            {
                break;
            }

            Add(text, name, value, report);
        }

        return text.IsFull ? Truncated : text + End;
    }

    private static void Add(BoundedText text, string name, object? value, Action<string, Type, string> report)
    {
        if (value is null)
        {
            AddItem(text, name, null, null);
            return;
        }

        WrittenValue written = ValueText.Write(value, text.Rest);
        if (written.IsTooLarge)
        {
            text.Overflow();
        }
        else if (written.Problem is { } problem)
        {
            report(name, value.GetType(), problem);
        }

        AddItem(text, name, value.GetType(), written.Text);
    }

    private static void AddItem(BoundedText text, string name, Type? type, string? value)
    {
        text.Add("<item name=\"");
        text.AddEscaped(name);
        if (type is not null)
        {
            text.Add("\" type=\"");
            text.AddEscaped(type.ToString());
        }

        if (value is null)
        {
            text.Add("\" />");
            return;
        }

        text.Add("\">");
        text.AddEscaped(value);
        text.Add("</item>");
    }
}
