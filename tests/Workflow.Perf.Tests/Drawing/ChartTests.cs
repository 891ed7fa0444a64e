using System.Xml.Linq;
using Workflow.Perf.Drawing;

namespace Workflow.Perf.Tests.Drawing;

public sealed class ChartTests
{
    private static readonly string[] TwoNames = ["While, <1000> & more", "\"Quoted\""];

    public static TheoryData<string> Charts => [.. All().Select(static chart => chart.FileName)];

    [Theory]
    [MemberData(nameof(Charts))]
    public void Render_AnyChart_IsWellFormedAndRefersToNothing(string fileName)
    {
        string text = All().Single(chart => chart.FileName == fileName).Render();

        XElement root = XDocument.Parse(text).Root!;
        Assert.Equal("svg", root.Name.LocalName);
        Assert.DoesNotContain(
            root.DescendantsAndSelf(),
            static element => element.Name.LocalName is "script" or "image" or "use" or "style" or "foreignObject");
        Assert.DoesNotContain(
            root.DescendantsAndSelf().Attributes(),
            static attribute => attribute.Name.LocalName == "href" || attribute.Value.Contains("url(", StringComparison.Ordinal));
        Assert.DoesNotContain("NaN", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Infinity", text, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Charts))]
    public void Render_AnyChart_StaysInsideItsFrame(string fileName)
    {
        XElement root = XDocument.Parse(All().Single(chart => chart.FileName == fileName).Render()).Root!;
        double width = (double)root.Attribute("width")!, height = (double)root.Attribute("height")!;

        Assert.All(root.Descendants().Where(static element => element.Attribute("x") is not null), element =>
        {
            Assert.InRange((double)element.Attribute("x")!, 0, width);
            Assert.InRange((double)element.Attribute("y")!, 0, height);
        });
    }

    [Fact]
    public void Render_BarChart_HasABarForEachValue()
    {
        XElement root = XDocument.Parse(All()[0].Render()).Root!;

        // The first series has two bars and the other series one bar. Each color is in the legend, too.
        Assert.Equal(3, root.Descendants().Count(static element => (string?)element.Attribute("fill") == Colors.Wf3));
        Assert.Equal(2, root.Descendants().Count(static element => (string?)element.Attribute("fill") == Colors.Ours));
    }

    [Fact]
    public void Logarithmic_OneDecadeApart_IsTheSameDistanceEverywhere()
    {
        Scale scale = Scale.Logarithmic([1, 1_000]);

        Assert.Equal([1, 10, 100, 1_000], scale.Ticks.Select(static tick => Math.Round(tick)));
        Assert.Equal(0, scale.Position(1));
        Assert.Equal(1 / 3.0, scale.Position(10), 6);
        Assert.Equal(1, scale.Position(1_000));
        Assert.Equal(0, scale.Position(0));
    }

    [Fact]
    public void Linear_AnyValues_BeginsAtZeroAndEndsAboveThem()
    {
        Scale scale = Scale.Linear([3, 17]);

        Assert.Equal(0, scale.Ticks[0]);
        Assert.True(scale.Ticks[^1] >= 17);
        Assert.Equal(0.5, scale.Position(scale.Ticks[^1] / 2), 6);
    }

    [Theory]
    [InlineData(559_711, "560 K")]
    [InlineData(27_970.1, "28 K")]
    [InlineData(13_335_837, "13.3 M")]
    [InlineData(531, "531")]
    [InlineData(1.3, "1.3")]
    [InlineData(0.02, "0.02")]
    [InlineData(0, "0")]
    public void Label_AnyValue_IsShort(double value, string label) => Assert.Equal(label, Scale.Label(value));

    private static Chart[] All() =>
    [
        new BarChart(
            "bars",
            "Bars",
            "operations a second",
            TwoNames,
            [new BarSeries("WF3", Colors.Wf3, [1.3, 5_699]), new BarSeries("ours", Colors.Ours, [null, 0])]),
        new BarChart("bars-without-values", "Bars <without> values", "KB", TwoNames, [new BarSeries("ours", Colors.Ours, [null, null])], isLogarithmic: false),
        new BarChart("bars-without-groups", "No bars", "KB", [], []),
        new LineChart(
            "lines",
            "Lines & points",
            "activities",
            "seconds",
            [
                new LineSeries("WF3", Colors.Wf3, [(1, 0.1), (501, 1.26)]),
                new LineSeries("ours", Colors.Ours, [(1, 1e-7), (501, 0)])
            ]),
        new LineChart(
            "lines-linear",
            "Lines",
            "keys",
            "a second",
            [new LineSeries("ours", Colors.Ours, [(0, 100), (5, 90)])],
            isLogarithmicAcross: false, isLogarithmicUp: false),
        new LineChart("lines-without-points", "No lines", "keys", "a second", [new LineSeries("ours", Colors.Ours, [])]),
    ];
}
