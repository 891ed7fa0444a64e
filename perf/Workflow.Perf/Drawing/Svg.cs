using System.Globalization;
using System.Xml.Linq;

namespace Workflow.Perf.Drawing;

/// <summary>Creates the elements of the charts. LINQ to XML writes them, so each text is escaped and each document is well-formed.</summary>
internal static class Svg
{
    /// <summary>The approximate width of a character in the font size of most texts.</summary>
    public const double CharacterWidth = 6.6;

    private const string Fonts = "system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

    private static readonly XNamespace Namespace = "http://www.w3.org/2000/svg";

    public static string Document(int width, int height, string title, IEnumerable<XElement> content) => new XElement(
        Namespace + "svg",
        new XAttribute("viewBox", string.Create(CultureInfo.InvariantCulture, $"0 0 {width} {height}")),
        new XAttribute("width", width),
        new XAttribute("height", height),
        new XAttribute("font-family", Fonts),
        new XAttribute("role", "img"),
        new XElement(Namespace + "title", title),
        content).ToString() + "\n";

    public static XElement Rectangle(double x, double y, double width, double height, string fill) => Element(
        "rect", ("x", Number(x)), ("y", Number(y)), ("width", Number(width)), ("height", Number(height)), ("fill", fill));

    public static XElement Line(double x1, double y1, double x2, double y2, string stroke) => Element(
        "line", ("x1", Number(x1)), ("y1", Number(y1)), ("x2", Number(x2)), ("y2", Number(y2)), ("stroke", stroke));

    public static XElement Circle(double x, double y, string fill) => Element("circle", ("cx", Number(x)), ("cy", Number(y)), ("r", "3.5"), ("fill", fill));

    public static XElement Path(IEnumerable<(double X, double Y)> points, string stroke) => Element(
        "polyline", ("points", string.Join(' ', points.Select(static point => $"{Number(point.X)},{Number(point.Y)}"))),
        ("fill", "none"), ("stroke", stroke), ("stroke-width", "2"));

    /// <param name="x">The horizontal position.</param>
    /// <param name="y">The vertical position of the base line.</param>
    /// <param name="text">Any text.</param>
    /// <param name="anchor">"start", "middle" or "end".</param>
    /// <param name="size">The size of the font.</param>
    /// <param name="weight">The weight of the font; null for normal.</param>
    public static XElement Text(double x, double y, string text, string anchor, int size = 12, string? weight = null)
    {
        XElement element = Element("text", ("x", Number(x)), ("y", Number(y)), ("text-anchor", anchor), ("font-size", Number(size)), ("fill", "#24292f"));
        if (weight is not null)
        {
            element.SetAttributeValue("font-weight", weight);
        }

        element.Value = text;
        return element;
    }

    private static XElement Element(string name, params (string Name, string Value)[] attributes) =>
        new(Namespace + name, attributes.Select(static attribute => new XAttribute(attribute.Name, attribute.Value)));

    private static string Number(double value) => value.ToString("0.##", CultureInfo.InvariantCulture);
}
