using System.CodeDom;
using System.Globalization;
using System.Text;
using System.Xml;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel.Serialization;
using Workflow.Interop.Legacy.Tests.TestKit;
using static System.CodeDom.CodeBinaryOperatorType;
using static Workflow.Interop.Legacy.Tests.TestKit.Dom;

namespace Workflow.Interop.Legacy.Tests.Rules;

/// <summary>Documents with rules whose values are difficult to preserve: line ends, spaces, numbers in other cultures, and entities (A.13a item 3).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class RuleDocumentAttackTests
{
    private const string Head = """xmlns="http://schemas.microsoft.com/winfx/2006/xaml/workflow" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" """;

    public static TheoryData<object> Values() =>
    [
        "\r", "\n", "\r\n", "a\rb", "a\r\nb\n", " ", "\t", "  \n  ", " a", "a ", "{", "{}", "{}{", "]]>", "&amp;", "\uFEFF", "\u2028", "\u0085", "\U0001F600",
        "x:Null", "{x:Null}",
        ' ', '\r', '\n', '\t', '\u0085', '{', '<',
        float.Epsilon, float.MaxValue, float.NaN, float.NegativeInfinity, -0.0f, 0.1f,
        double.Epsilon, double.MinValue, double.NaN, -0.0, 0.1 + 0.2,
        decimal.MaxValue, decimal.MinValue, 1.50m, 0.0000000000000000000000000001m,
        sbyte.MinValue, byte.MaxValue, short.MinValue, ushort.MaxValue, int.MinValue, uint.MaxValue, long.MinValue, ulong.MaxValue,
        DateTime.MinValue, DateTime.MaxValue, new DateTime(2026, 3, 29, 2, 30, 0, DateTimeKind.Unspecified),
        new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Local), new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc),
        TimeSpan.MinValue, TimeSpan.MaxValue, TimeSpan.FromTicks(1), Guid.Empty,
    ];

    [Theory]
    [MemberData(nameof(Values))]
    public void Value_AnyWriterAndReader_RoundTrips(object value)
    {
        foreach (XmlWriterSettings settings in (XmlWriterSettings[])
            [new(), new() { Indent = true }, new() { NewLineHandling = NewLineHandling.None }, new() { Indent = true, NewLineChars = "\r\n" }])
        {
            foreach (bool ignores in new[] { false, true })
            {
                RuleExpressionCondition copy = (RuleExpressionCondition)Read(
                    Write(new RuleExpressionCondition(Value(value)), settings),
                    new XmlReaderSettings { IgnoreWhitespace = ignores, IgnoreComments = true });
                object? read = ((CodePrimitiveExpression)copy.Expression!).Value;
                Assert.Equal(value, read);
                Assert.Equal(value is DateTime time ? time.Kind : default, read is DateTime other ? other.Kind : default);
            }
        }
    }

    [Theory]
    [InlineData("a\rb")]
    [InlineData("a\r\nb\n\tc")]
    [InlineData("{x")]
    [InlineData(" ")]
    [InlineData("")]
    public void Name_WrittenAndRead_IsEqual(string name)
    {
        RuleSet rules = new("set") { Description = name };
        foreach (NewLineHandling handling in Enum.GetValues<NewLineHandling>())
        {
            Assert.Equal(
                name,
                ((RuleSet)Read(Write(rules, new XmlWriterSettings { Indent = true, NewLineHandling = handling }), new XmlReaderSettings())).Description);
        }
    }

    [Theory]
    [InlineData("de-DE")]
    [InlineData("tr-TR")]
    [InlineData("fa-IR")]
    [InlineData("ar-SA")]
    public void Document_InOtherCulture_IsSameAndRuns(string culture)
    {
        RuleSet rules = SetOf(
            Rule("I", Less(Property("Rate"), 1234.5), Set("Total", -12.75m), Set("Name", Op(Value("i"), Add, Value("I")))).First(-3),
            Rule(
                "i",
                Op(Property("Color"), ValueEquality, new CodeFieldReferenceExpression(new CodeTypeReferenceExpression(typeof(Color)), "Green")),
                Set("Long", -5L)));
        string text = Write(rules, new XmlWriterSettings());
        CultureInfo before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = new CultureInfo(culture);
            Assert.Equal(text, Write(rules, new XmlWriterSettings()));
            RuleSet copy = (RuleSet)Read(text, new XmlReaderSettings());
            Assert.Equal(rules, copy);
            Assert.Equal(-3, copy.Rules.First().Priority);
            Order order = new();
            new RuleEngine(copy, typeof(Order)).Execute(order);
            Assert.Equal(-12.75m, order.Total);
            Assert.Equal(-5, order.Long);
            Assert.Equal("iI", order.Name);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Theory]
    [InlineData(DtdProcessing.Prohibit)]
    [InlineData(DtdProcessing.Ignore)]
    [InlineData(DtdProcessing.Parse)]
    public void Entities_AreNeverExpanded(DtdProcessing processing)
    {
        string laughs = "<!DOCTYPE a [<!ENTITY l0 'lol'>" + string.Concat(
            Enumerable.Range(1, 30).Select(static i => $"<!ENTITY l{i} '&l{i - 1};&l{i - 1};&l{i - 1};&l{i - 1};'>")) + "]>";
        string secret = "<!DOCTYPE a [<!ENTITY s SYSTEM 'file:///etc/passwd'>]>";
        foreach (string text in new[]
        {
            laughs + $"<RuleSet {Head} Name='&l30;'/>",
            secret + $"<RuleSet {Head} Name='x'><RuleSet.Rules>&s;</RuleSet.Rules></RuleSet>"
        })
        {
            Resolver resolver = new();
            XmlReaderSettings settings = new() { DtdProcessing = processing, XmlResolver = resolver };
            if (processing == DtdProcessing.Ignore)
            {
                // Without the declarations, the entities are unknown.
                Assert.Throws<WorkflowMarkupSerializationException>(() => Read(text, settings));
            }
            else
            {
                Assert.Contains(
                    processing == DtdProcessing.Parse ? "document type" : "not well-formed",
                    Assert.Throws<WorkflowMarkupSerializationException>(() => Read(text, settings)).Message,
                    StringComparison.Ordinal);
            }

            Assert.Equal(0, resolver.Calls);
        }
    }

    [Fact]
    public void XmlTextReader_WithDocumentType_IsRefused()
    {
#pragma warning disable CA3075, CA3077 // The test uses an insecure reader on purpose.
        using XmlTextReader reader =
            new(new StringReader($"<!DOCTYPE a [<!ENTITY s 'x'>]><RuleSet {Head} Name='&s;'/>")) { DtdProcessing = DtdProcessing.Parse };
#pragma warning restore CA3075, CA3077
        Assert.Throws<WorkflowMarkupSerializationException>(() => new WorkflowMarkupSerializer().Deserialize(reader));
    }

    [Fact]
    public void Expressions_OfEachKind_AreEqualAfterARoundTrip()
    {
        CodeExpression self = new CodeThisReferenceExpression();
        CodeExpression[] all =
        [
            self, Value(null), Value(1), Field("f"), Property("P"), new CodeTypeReferenceExpression(typeof(Dictionary<string, List<int[]>>)),
            new CodeTypeReferenceExpression(typeof(int[,][])), new CodeTypeReferenceExpression(typeof(Nullable<int>)),
            new CodeCastExpression(typeof(Order), self), new CodeIndexerExpression(Property("Table"), Value("a"), Value(2)),
            new CodeArrayIndexerExpression(Property("Grid"), Value(0), Value(1)), new CodeObjectCreateExpression(typeof(List<string>), Value(4)),
            new CodeArrayCreateExpression(typeof(int), 3), new CodeArrayCreateExpression(typeof(int), Value(1), Value(2)),
            new CodeArrayCreateExpression(typeof(int[]), Property("Count")), new CodeDirectionExpression(FieldDirection.Out, Property("P")),
            new CodeDirectionExpression(FieldDirection.Ref, Property("P")), new CodeDirectionExpression(FieldDirection.In, Property("P")),
            new CodeMethodInvokeExpression(new CodeMethodReferenceExpression(self, "Same", new CodeTypeReference(typeof(int))), Value(1)),
            .. Enum.GetValues<CodeBinaryOperatorType>()
                .Where(static kind => kind != Assign && kind != IdentityInequality)
                .Select(static kind => Op(Value(1), kind, Value(2))),
        ];
        foreach (CodeExpression expression in all)
        {
            RuleExpressionCondition condition = new("c", expression);
            RuleExpressionCondition copy = (RuleExpressionCondition)Read(Write(condition, new XmlWriterSettings { Indent = true }), new XmlReaderSettings());
            Assert.Equal(condition, copy);
            Assert.Equal(condition.ToString(), copy.ToString());
            Assert.Equal(condition, condition.Clone());
        }
    }

    private static object Read(string text, XmlReaderSettings settings)
    {
        using XmlReader reader = XmlReader.Create(new StringReader(text), settings);
        return new WorkflowMarkupSerializer().Deserialize(reader);
    }

    private static string Write(object rules, XmlWriterSettings settings)
    {
        StringBuilder text = new();
        using (XmlWriter writer = XmlWriter.Create(text, settings))
        {
            new WorkflowMarkupSerializer().Serialize(writer, rules);
        }

        return text.ToString();
    }

    private sealed class Resolver : XmlResolver
    {
        public int Calls { get; private set; }

        public override object? GetEntity(Uri absoluteUri, string? role, Type? ofObjectToReturn)
        {
            Calls++;
            return new MemoryStream("x"u8.ToArray());
        }
    }
}
