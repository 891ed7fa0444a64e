namespace Workflow.Perf.Drawing;

/// <summary>The bars of one color in a chart.</summary>
/// <param name="Name">The name in the legend.</param>
/// <param name="Color">The color in the notation of SVG.</param>
/// <param name="Values">One value for each group; null if there is none.</param>
internal sealed record BarSeries(string Name, string Color, IReadOnlyList<double?> Values);
