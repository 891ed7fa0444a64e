using System.Globalization;
using System.Numerics;
using System.Xml.Linq;
using Workflow.Tracking.Etw.Values;

namespace Workflow.Tracking.Etw.Tests.Values;

/// <summary>Tests of the conversion of named values to one text.</summary>
public sealed class ItemsTextTests
{
    private const int Large = 100_000;

    private readonly List<string> _problems = [];

    public static TheoryData<object, string> PlainValues() => new()
    {
        { "text", "text" },
        { "", "" },
        { true, "true" },
        { 'x', "x" },
        { (byte)7, "7" },
        { -1.5, "-1.5" },
        { 1e300, "1E+300" },
        { 12.50m, "12.50" },
        { (Half)0.5, "0.5" },
        { BigInteger.Parse("123456789012345678901234567890", CultureInfo.InvariantCulture), "123456789012345678901234567890" },
        { DayOfWeek.Friday, "Friday" },
        { Guid.Parse("11112222-3333-4444-5555-666677778888"), "11112222-3333-4444-5555-666677778888" },
        { new DateTime(2030, 1, 2, 3, 4, 5, DateTimeKind.Utc), "2030-01-02T03:04:05.0000000Z" },
        { new DateTimeOffset(2030, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)), "2030-01-02T03:04:05.0000000+02:00" },
        { new DateOnly(2030, 1, 2), "2030-01-02" },
        { new TimeOnly(3, 4, 5), "03:04:05.0000000" },
        { TimeSpan.FromMinutes(90), "01:30:00" },
        { new Uri("urn:shop"), "urn:shop" },
        { new Version(1, 2), "1.2" },
        { typeof(int), "System.Int32" },
        { new byte[] { 1, 2, 3 }, "AQID" },
    };

    [Theory]
    [MemberData(nameof(PlainValues))]
    public void Value_WithOneNaturalText_IsThatTextInAnyCulture(object value, string text)
    {
        CultureInfo culture = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = new CultureInfo("de-DE");
        try
        {
            XElement item = Assert.Single(Parse(new() { ["x"] = value }));
            Assert.Equal(("x", value.GetType().ToString(), text), (item.Attribute("name")!.Value, item.Attribute("type")!.Value, item.Value));
        }
        finally
        {
            CultureInfo.CurrentCulture = culture;
        }
    }

    [Theory]
    [InlineData(new[] { 1, 2 }, "[1,2]")]
    [InlineData(new[] { "a<b", "ä\"" }, "[\"a<b\",\"ä\\\"\"]")]
    public void Value_ThatIsACollection_IsJson(object value, string json) => Assert.Equal(json, Assert.Single(Parse(new() { ["x"] = value })).Value);

    [Fact]
    public void Value_ThatIsAnObject_IsTheJsonOfItsProperties()
    {
        Order order = new() { Id = 7, Note = "a & b", Discount = double.NaN };
        order.Self = order;
        Assert.Equal("{\"Id\":7,\"Note\":\"a & b\",\"Discount\":\"NaN\",\"Self\":null}", Assert.Single(Parse(new() { ["order"] = order })).Value);
    }

    [Fact]
    public void Values_ManyAndNone_AreItems()
    {
        Assert.Equal("<items />", Write([]));
        Assert.Equal("<items />", ItemsText.Of(new Dictionary<string, string>()));
        Assert.Equal(
            "<items><item name=\"a\" type=\"System.Int32\">1</item><item name=\"b\" /><item name=\"c\" type=\"System.String\"></item></items>",
            Write(new() { ["a"] = 1, ["b"] = null, ["c"] = "" }));
        Assert.Equal("<items><item name=\"a\" type=\"System.String\">x</item></items>", ItemsText.Of(new Dictionary<string, string> { ["a"] = "x" }));
    }

    [Theory]
    [InlineData("<&>\"'", "<&>\"'")]
    [InlineData("a\tb\r\nc", "a\tb\r\nc")]
    [InlineData("\u0000\u0001\u001F", "\uFFFD\uFFFD\uFFFD")]
    [InlineData("\uFFFE\uFFFF", "\uFFFD\uFFFD")]
    [InlineData("\U0001F600", "\U0001F600")]
    public void Texts_OfAnyCharacters_AreReadBackFromXml(string text, string expected)
    {
        XElement item = Assert.Single(Parse(new() { [text] = text }));
        Assert.Equal((expected, expected), (item.Attribute("name")!.Value, item.Value));
    }

    [Fact]
    public void Text_WithHalfACharacter_IsReadBackFromXml()
    {
        Assert.Equal("\uFFFD", Assert.Single(Parse(new() { ["x"] = "\uD83D" })).Value);
        Assert.Equal("\uFFFDa", Assert.Single(Parse(new() { ["x"] = "\uDE00a" })).Value);
    }

    [Fact]
    public void Values_LongerThanTheLimit_AreTheMarker()
    {
        string whole = Write(new() { ["a"] = "12345" });
        Assert.Equal(whole, Write(new() { ["a"] = "12345" }, whole.Length));
        Assert.Equal("<items>...</items>", Write(new() { ["a"] = "12345" }, whole.Length - 1));
        Assert.Equal("<items>...</items>", Write(new() { ["a"] = new int[100_000] }, 1000));
        Assert.Equal("<items>...</items>", Write(new() { ["a"] = new byte[1000] }, 999));
        Assert.Equal("<items>...</items>", Write(new() { ["a"] = "x" }, 0));
    }

    [Fact]
    public void Values_BeyondTheLimit_AreNotRead()
    {
        Assert.Equal("<items>...</items>", Write(new() { ["a"] = new string('x', 2000), ["b"] = new ThrowingProperty() }, 1000));
        Assert.Empty(_problems);
    }

    [Fact]
    public void Value_WithoutEnd_EndsAtTheLimit() => Assert.Equal("<items>...</items>", Write(new() { ["endless"] = new { Numbers = Endless() } }, 1000));

    private static readonly Dictionary<string, object> AtWork = new()
    {
        ["task"] = new TaskCompletionSource<int>().Task,
        ["value task"] = new ValueTask<int>(new TaskCompletionSource<int>().Task),
        ["stream"] = Stream.Null,
        ["delegate"] = new Func<int>(() => 1),
        ["lazy sequence"] = Endless(),
        ["handle"] = new NoPersistHandle(),
        ["activity"] = new Workflow.Statements.Sequence(),
        ["pointer"] = (nint)1,
    };

    public static TheoryData<string> ValuesAtWork() => [.. AtWork.Keys];

    [Theory]
    [MemberData(nameof(ValuesAtWork))]
    public void Value_OfALiveObject_IsReportedAndNotRead(string what)
    {
        object value = AtWork[what];
        XElement item = Assert.Single(Parse(new() { ["x"] = value }));
        Assert.True(item.IsEmpty);
        Assert.StartsWith($"x {value.GetType()}: It stands for something at work", Assert.Single(_problems), StringComparison.Ordinal);
    }

    [Fact]
    public void Value_WhosePropertyThrows_IsReported()
    {
        Assert.True(Assert.Single(Parse(new() { ["x"] = new ThrowingProperty() })).IsEmpty);
        Assert.Equal($"x {typeof(ThrowingProperty)}: touched", Assert.Single(_problems));
    }

    private static IEnumerable<int> Endless()
    {
        while (true)
        {
            yield return 1;
        }
    }

    private IEnumerable<XElement> Parse(Dictionary<string, object?> values) => XElement.Parse(Write(values), LoadOptions.PreserveWhitespace).Elements("item");

    private string Write(Dictionary<string, object?> values, int limit = Large) =>
        ItemsText.Of(values, limit, (name, type, problem) => _problems.Add($"{name} {type}: {problem}"));

    public sealed class Order
    {
        public int Id { get; set; }

        public string? Note { get; set; }

        public double Discount { get; set; }

        public Order? Self { get; set; }
    }

    public sealed class ThrowingProperty
    {
        public int Value => throw new InvalidOperationException("touched");
    }
}
