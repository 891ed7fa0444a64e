using System.Xml.Linq;

namespace Workflow.Perf.Drawing;

/// <summary>Lines over a numeric axis.</summary>
internal sealed class LineChart : Chart
{
    private const int PlotHeight = 300, Left = 80, Right = 30, Bottom = 48;

    private readonly LineSeries[] _series;
    private readonly Scale _across;
    private readonly Scale _up;
    private readonly string _axisAcross;
    private readonly string _axisUp;

    public LineChart(
        string name, string title, string axisAcross, string axisUp, IReadOnlyList<LineSeries> series,
        bool isLogarithmicAcross = true, bool isLogarithmicUp = true)
        : base(name, title)
    {
        _series = [.. series.Where(static line => line.Points.Count > 0)];
        _across = ScaleOf(_series.SelectMany(static line => line.Points).Select(static point => point.X), isLogarithmicAcross);
        _up = ScaleOf(_series.SelectMany(static line => line.Points).Select(static point => point.Y), isLogarithmicUp);
        _axisAcross = axisAcross;
        _axisUp = axisUp;
    }

    protected override int Height => PlotTop + 12 + PlotHeight + Bottom;

    protected override IEnumerable<(string Name, string Color)> Legend => _series.Select(static line => (line.Name, line.Color));

    private static double PlotWidth => Width - Left - Right;

    private static double Base => PlotTop + 12 + PlotHeight;

    protected override IEnumerable<XElement> Plot() => [.. Grid(), .. Lines()];

    private static Scale ScaleOf(IEnumerable<double> values, bool isLogarithmic) => isLogarithmic ? Scale.Logarithmic(values) : Scale.Linear(values);

    private IEnumerable<XElement> Grid()
    {
        foreach (double tick in _across.Ticks)
        {
            double x = X(tick);
            yield return Svg.Line(x, Base - PlotHeight, x, Base, "#eaeef2");
            yield return Svg.Text(x, Base + 16, Scale.Label(tick), "middle", 11);
        }

        foreach (double tick in _up.Ticks)
        {
            double y = Y(tick);
            yield return Svg.Line(Left, y, Left + PlotWidth, y, "#d8dee4");
            yield return Svg.Text(Left - 6, y + 4, Scale.Label(tick), "end", 11);
        }

        yield return Svg.Text(Left + (PlotWidth / 2), Base + 36, _axisAcross, "middle");
        yield return Svg.Text(16, PlotTop, _axisUp, "start", 11);
    }

    private IEnumerable<XElement> Lines()
    {
        foreach (LineSeries line in _series)
        {
            (double X, double Y)[] points = [.. line.Points.Select(point => (X(point.X), Y(point.Y)))];
            yield return Svg.Path(points, line.Color);
            foreach ((double x, double y) in points)
            {
                yield return Svg.Circle(x, y, line.Color);
            }
        }
    }

    private double X(double value) => Left + (_across.Position(value) * PlotWidth);

    private double Y(double value) => Base - (_up.Position(value) * PlotHeight);
}
