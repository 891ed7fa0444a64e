using System.Xml.Linq;

namespace Workflow.Perf.Drawing;

/// <summary>Groups of horizontal bars with the value next to each bar.</summary>
internal sealed class BarChart(
    string name, string title, string axis, IReadOnlyList<string> groups, IReadOnlyList<BarSeries> series, bool isLogarithmic = true) : Chart(name, title)
{
    private const int BarHeight = 14, Gap = 14, Left = 240, Right = 80, Bottom = 44;

    private readonly Scale _scale = isLogarithmic ? Scale.Logarithmic(Values(series)) : Scale.Linear(Values(series));

    /// <summary>The series that have at least one value: a legend without bars would be misleading.</summary>
    private readonly BarSeries[] _series = [.. series.Where(static entry => entry.Values.Any(static value => value is not null))];

    protected override int Height => PlotTop + PlotHeight + Bottom;

    protected override IEnumerable<(string Name, string Color)> Legend => _series.Select(static entry => (entry.Name, entry.Color));

    private int PlotHeight => groups.Count == 0 ? Gap : groups.Select(HeightOf).Sum();

    private static double PlotWidth => Width - Left - Right;

    protected override IEnumerable<XElement> Plot() => [.. Grid(), .. Bars()];

    private static IEnumerable<double> Values(IEnumerable<BarSeries> series) => series.SelectMany(static entry => entry.Values).OfType<double>();

    /// <summary>Returns the height of a group. A series without a value in the group takes no space.</summary>
    private int HeightOf(string group, int index) => Gap + (BarHeight * Math.Max(1, _series.Count(entry => entry.Values[index] is not null)));

    private IEnumerable<XElement> Grid()
    {
        foreach (double tick in _scale.Ticks)
        {
            double x = Left + (_scale.Position(tick) * PlotWidth);
            yield return Svg.Line(x, PlotTop, x, PlotTop + PlotHeight, "#d8dee4");
            yield return Svg.Text(x, PlotTop + PlotHeight + 16, Scale.Label(tick), "middle", 11);
        }

        yield return Svg.Text(Left + (PlotWidth / 2), PlotTop + PlotHeight + 34, axis, "middle");
    }

    private IEnumerable<XElement> Bars()
    {
        double top = PlotTop;
        foreach ((int index, string group) in groups.Index())
        {
            int height = HeightOf(group, index);
            yield return Svg.Text(Left - 8, top + (height / 2.0) + 4, group, "end");
            double y = top + (Gap / 2.0);
            foreach (BarSeries entry in _series.Where(entry => entry.Values[index] is not null))
            {
                double value = entry.Values[index]!.Value;
                double width = Math.Max(1, _scale.Position(value) * PlotWidth);
                yield return Svg.Rectangle(Left, y, width, BarHeight - 2, entry.Color);
                yield return Svg.Text(Left + width + 5, y + 10, Scale.Label(value), "start", 11);
                y += BarHeight;
            }

            top += height;
        }
    }
}
