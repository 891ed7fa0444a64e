using System.Runtime.InteropServices;
using Workflow.Tracking.Etw.Values;

namespace Workflow.Tracking.Etw.Records;

/// <summary>
/// The space for the texts of an event, checked before the event is written, because a failed write is not reported. Counts the UTF-16 bytes of texts,
/// including the terminator; the few fixed-size values of an event are not counted.
/// </summary>
[StructLayout(LayoutKind.Auto)]
internal struct PayloadLimit(int bytes)
{
    private const string Ellipsis = "...";

    private long _rest = bytes;

    /// <summary>True if something was left out so that the rest fits.</summary>
    public bool IsTruncated { get; private set; }

    /// <summary>True if the texts that cannot be left out do not fit.</summary>
    public readonly bool IsExceeded => _rest < 0;

    /// <summary>The number of characters that still fit into one text.</summary>
    public readonly int Characters => (int)Math.Max(0, (_rest / sizeof(char)) - 1);

    public void Take(params ReadOnlySpan<string> texts)
    {
        foreach (string text in texts)
        {
            _rest -= SizeOf(text);
        }
    }

    /// <summary>Takes two lists of values. Values that do not fit are replaced by a marker, first those of the longer list.</summary>
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

        // The values may be the marker already, because their creator stops at the limit.
        IsTruncated |= items == ItemsText.Truncated;
        Take(items);
    }

    /// <summary>Takes a text. If it does not fit, it is cut.</summary>
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
