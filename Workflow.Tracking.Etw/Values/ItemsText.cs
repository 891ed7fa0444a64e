namespace Workflow.Tracking.Etw.Values;

/// <summary>
/// Formats named values as one text, <c>&lt;items&gt;&lt;item name="total" type="System.Int32"&gt;7&lt;/item&gt;&lt;/items&gt;</c>. The type is missing if the
/// value is null; the content is missing if the value cannot be written.
/// </summary>
internal static class ItemsText
{
    public const string Empty = "<items />";

    /// <summary>The marker for values that are too large.</summary>
    public const string Truncated = "<items>...</items>";

    private const string Start = "<items>";
    private const string End = "</items>";

    /// <summary>Formats the annotations of a record, without a limit: there are few of them, and their texts come from the configuration.</summary>
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

    /// <summary>Formats values. Returns <see cref="Truncated"/> as soon as the text exceeds the limit.</summary>
    /// <param name="values">The values.</param>
    /// <param name="limit">The maximum number of characters.</param>
    /// <param name="report">Called with the name and the type of a value that cannot be written, and with the reason.</param>
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
