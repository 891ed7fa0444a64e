using System.Xml.Linq;

namespace Workflow.Perf.Drawing;

/// <summary>A chart as an SVG document without external references.</summary>
internal abstract class Chart(string name, string title)
{
    protected const int Width = 860;

    /// <summary>The distance of the legend from the top.</summary>
    private const int LegendTop = 50;

    /// <summary>The distance of the plot from the top.</summary>
    protected const int PlotTop = 76;

    /// <summary>The name of the file, without a folder.</summary>
    public string FileName => $"{name}.svg";

    public string Title => title;

    protected abstract int Height { get; }

    /// <summary>The names and colors of the compared subjects.</summary>
    protected abstract IEnumerable<(string Name, string Color)> Legend { get; }

    /// <summary>Returns the text of the document.</summary>
    public string Render()
    {
        // The background is drawn, so that the text is readable on a dark page.
        XElement[] background = [Svg.Rectangle(0, 0, Width, Height, "#ffffff"), Svg.Text(16, 28, title, "start", 17, weight: "bold")];
        return Svg.Document(Width, Height, title, [.. background, .. RenderLegend(), .. Plot()]);
    }

    protected abstract IEnumerable<XElement> Plot();

    private IEnumerable<XElement> RenderLegend()
    {
        double left = 16;
        foreach ((string entry, string color) in Legend)
        {
            yield return Svg.Rectangle(left, LegendTop - 10, 12, 12, color);
            yield return Svg.Text(left + 17, LegendTop, entry, "start");
            left += 34 + (entry.Length * Svg.CharacterWidth);
        }
    }
}
