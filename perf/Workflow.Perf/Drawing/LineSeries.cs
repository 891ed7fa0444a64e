namespace Workflow.Perf.Drawing;

/// <summary>One line of a line chart.</summary>
/// <param name="Name">The name in the legend.</param>
/// <param name="Color">The color in the notation of SVG.</param>
/// <param name="Points">The points, in the order in which they are connected.</param>
internal sealed record LineSeries(string Name, string Color, IReadOnlyList<(double X, double Y)> Points);
