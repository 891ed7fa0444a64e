namespace Workflow.Perf.Drawing;

/// <summary>One color of a bar chart.</summary>
/// <param name="Name">What the legend calls it.</param>
/// <param name="Color">The color as SVG takes it.</param>
/// <param name="Values">One value for each group; null where there is none.</param>
internal sealed record BarSeries(string Name, string Color, IReadOnlyList<double?> Values);
