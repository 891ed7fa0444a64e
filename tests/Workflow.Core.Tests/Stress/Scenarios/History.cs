using System.Globalization;

namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>The steps of an instance so far, for a reference to look at.</summary>
internal readonly struct History(string text)
{
    private readonly string[] _entries = text.Split(' ', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>How often something happened: a mark, or a token that was taken at a place.</summary>
    public int Count(string what) => _entries.Count(entry => entry == what || entry.StartsWith($"{what}:", StringComparison.Ordinal));

    public bool Has(string what) => Count(what) > 0;

    /// <summary>The token that was taken at a place was odd.</summary>
    public bool IsOdd(string place) => Array.Find(_entries, entry => entry.StartsWith($"{place}:", StringComparison.Ordinal)) is { } entry && int.IsOddInteger(int.Parse(entry.AsSpan(place.Length + 1), CultureInfo.InvariantCulture));
}
