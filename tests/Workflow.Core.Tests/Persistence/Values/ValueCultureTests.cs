using System.Globalization;
using System.Text;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Tests values under cultures with other formats of numbers, dates and letters. The saved data depends on no culture (rule 7.5.4).</summary>
[Rule("7.5.4")]
public sealed class ValueCultureTests
{
    private const int Least = -2_000_000_001;

    private static readonly string[] Cultures = ["ar-SA", "de-CH", "fa-IR", "fi-FI", "he-IL", "lt-LT", "nb-NO", "ps-AF", "sv-SE", "th-TH", "tr-TR"];

    /// <summary>Cultures that differ in the minus sign, the calendar or the mapping of capital letters.</summary>
    public static TheoryData<string> Different => ["ar-SA", "fa-IR", "he-IL", "sv-SE", "th-TH", "tr-TR"];

    public static TheoryData<string> Names => [.. Cultures];

    /// <summary>The minus signs of all cultures of ICU and of Windows.</summary>
    public static TheoryData<string> Signs =>
        ["-", "\u2212", "\u200E-", "\u200F-", "\u061C-", "\u200E\u2212", "\u200E-\u200E", "\u200E\u2212\u200E", "\u061C\u2212"];

    [Theory]
    [MemberData(nameof(Different))]
    public void Value_InCulture_IsRestoredOrRefused(string culture)
    {
        using CultureScope scope = new(culture);
        Assert.All(ValueTableTests.Cases.Values, one => one.Check());
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Write_InCulture_EqualsInvariantCulture(string culture)
    {
        string[] expected = Array.ConvertAll(Values(), Write);
        using CultureScope scope = new(culture);
        Assert.Equal(expected, Array.ConvertAll(Values(), Write));
    }

    [Theory]
    [MemberData(nameof(Signs))]
    public void Read_SignOfCulture_ReturnsConstant(string sign)
    {
        Assert.Equal(Signed.Lowest, Read<Signed>($"\"{sign}2000000001\""));
        Assert.Equal((Signed)(-1), Read<Signed>($"\"{sign}1\""));
        Assert.Equal([Tiny.Lowest], Read<List<Tiny>>($"[\"{sign}128\"]")!);
        Assert.Equal(5, Read<Dictionary<Signed, int>>($"[\"{sign}2000000001\",5]")![Signed.Lowest]);
    }

    [Theory]
    [InlineData("")]
    [InlineData("\u2212")]
    [InlineData("\u2212\u22121")]
    [InlineData("\u200E1")]
    [InlineData("1\u2212")]
    [InlineData("\u2212Lowest")]
    [InlineData("\u22129999999999")]
    public void Read_InvalidConstant_Fails(string text) => Assert.ThrowsAny<Exception>(() => Read<Signed>($"\"{text}\""));

    private static object[] Values() =>
    [
        Signed.Lowest, Tiny.Lowest, Wide.Lowest, (Signed)(-1), (DayOfWeek)(-1), (Workflow.Persistence.InstanceStatus)(-7), -1.5, -1.5f, -1.50m, long.MinValue,
        TimeSpan.FromDays(-1.5),
        new DateTime(2026, 3, 4, 5, 6, 7, DateTimeKind.Utc),
        new DateOnly(2026, 3, 4),
        new TimeOnly(5, 6, 7),
        new DateTimeOffset(2026, 3, 4, 5, 6, 7, TimeSpan.FromHours(-3)),
        Int128.MinValue, System.Numerics.BigInteger.MinusOne, (Half)(-1.5), new Version(1, 2), ^5..3, System.Drawing.Color.FromArgb(-1),
        new List<Signed> { Signed.Lowest },
        new Dictionary<Signed, Tiny> { [Signed.Lowest] = Tiny.Lowest },
        new HashSet<string>(StringComparer.Create(CultureInfo.GetCultureInfo("sv-SE"), CompareOptions.IgnoreCase)) { "I" },
        new Holder { Value = Signed.Lowest, Any = -5L },
    ];

    private static string Write(object value)
    {
        using MemoryStream text = new();
        using (System.Text.Json.Utf8JsonWriter json = new(text))
        {
            new JsonValueSerializer().Write(json, value, value.GetType(), new ValueContext(new TypeRegistry()));
        }

        return Encoding.UTF8.GetString(text.ToArray());
    }

    private static T? Read<T>(string text)
    {
        using System.Text.Json.JsonDocument json = System.Text.Json.JsonDocument.Parse(text);
        return (T?)new JsonValueSerializer().Read(json.RootElement, typeof(T), new ValueContext(new TypeRegistry()));
    }

    private enum Signed
    {
        Lowest = Least,
    }

    private enum Tiny : sbyte
    {
        Lowest = sbyte.MinValue,
    }

    private enum Wide : long
    {
        Lowest = long.MinValue,
    }

    private sealed class Holder
    {
        public Signed Value { get; set; }

        public object? Any { get; set; }
    }
}
