using System.Runtime.InteropServices;
using Workflow.Tracking.Etw.Values;

namespace Workflow.Tracking.Etw.Records;

/// <summary>
/// What fits into an event, decided before it is written: a write that fails says nothing. Counts the UTF-16 bytes of texts, the terminator included; the
/// few fixed-size values of an event are not counted.
/// </summary>
[StructLayout(LayoutKind.Auto)]
internal struct Budget(int bytes)
{
    private const string Ellipsis = "...";

    private long _rest = bytes;

    /// <summary>Whether something was left out so that the rest fits.</summary>
    public bool IsTruncated { get; private set; }

    /// <summary>Whether what cannot be left out does not fit.</summary>
    public readonly bool IsExceeded => _rest < 0;

    /// <summary>How many characters still fit into one text.</summary>
    public readonly int Characters => (int)Math.Max(0, (_rest / sizeof(char)) - 1);

    public void Take(params ReadOnlySpan<string> texts)
    {
        foreach (string text in texts)
        {
            _rest -= SizeOf(text);
        }
    }

    /// <summary>Takes values; those that do not fit become a marker, the larger ones first.</summary>
    public void TakeItems(ref string first, ref string second)
    {
        if (SizeOf(first) + SizeOf(second) > _rest)
        {
            (first, second) = first.Length > second.Length ? (ItemsText.Truncated, second) : (first, ItemsText.Truncated);
        }

        TakeItems(ref first);
        TakeItems(ref second);
    }

    public void TakeItems(ref string items)
    {
        if (SizeOf(items) > _rest)
        {
            items = ItemsText.Truncated;
        }

        // Whoever wrote them may have seen that they are too large.
        IsTruncated |= items == ItemsText.Truncated;
        Take(items);
    }

    /// <summary>Takes a text that may be cut; only as much of it as fits.</summary>
    public void TakeText(ref string text)
    {
        if (SizeOf(text) > _rest && Characters >= Ellipsis.Length)
        {
            int length = Characters - Ellipsis.Length;
            text = string.Concat(text.AsSpan(0, length > 0 && char.IsHighSurrogate(text[length - 1]) ? length - 1 : length), Ellipsis);
            IsTruncated = true;
        }

        Take(text);
    }

    private static long SizeOf(string text) => (text.Length + 1L) * sizeof(char);
}
