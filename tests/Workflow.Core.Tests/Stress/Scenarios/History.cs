using System.Globalization;

namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>The steps of an instance so far, for the expectations of a scenario.</summary>
internal readonly struct History(string text)
{
    private readonly string[] _entries = text.Split(' ', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>Returns the number of occurrences of a mark, or of tokens taken at a bookmark.</summary>
    public int Count(string what) => _entries.Count(entry => entry == what || entry.StartsWith($"{what}:", StringComparison.Ordinal));

    public bool Has(string what) => Count(what) > 0;

    /// <summary>Returns true if the token that was taken at the bookmark was odd.</summary>
    public bool IsOdd(string place) =>
        Array.Find(_entries, entry => entry.StartsWith($"{place}:", StringComparison.Ordinal)) is { } entry
            && int.IsOddInteger(int.Parse(entry.AsSpan(place.Length + 1), CultureInfo.InvariantCulture));
}
