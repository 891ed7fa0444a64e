using System.Collections.Frozen;

namespace OrderApproval.Pricing;

/// <summary>The tax rate of each country of delivery.</summary>
internal static class Tax
{
    private static readonly FrozenDictionary<string, decimal> Rates = new Dictionary<string, decimal>
    {
        ["AT"] = 0.20m,
        ["BE"] = 0.21m,
        ["CH"] = 0.081m,
        ["DE"] = 0.19m,
        ["DK"] = 0.25m,
        ["ES"] = 0.21m,
        ["FR"] = 0.20m,
        ["IT"] = 0.22m,
        ["NL"] = 0.21m,
        ["PL"] = 0.23m,
        ["SE"] = 0.25m,
    }.ToFrozenDictionary();

    public static bool Knows(string country) => Rates.ContainsKey(country);

    public static decimal RateOf(string country) => Rates[country];
}
