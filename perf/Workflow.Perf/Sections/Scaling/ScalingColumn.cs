namespace Workflow.Perf.Sections.Scaling;

/// <summary>One figure of a scaling table.</summary>
/// <param name="Name">The header.</param>
/// <param name="Unit">The unit, such as 'ns'; "x" for a factor, for which more is better.</param>
/// <param name="Color">The color of the line in the chart; null if the column has no line.</param>
internal sealed record ScalingColumn(string Name, string Unit, string? Color = null);
