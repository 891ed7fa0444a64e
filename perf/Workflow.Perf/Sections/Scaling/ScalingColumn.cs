namespace Workflow.Perf.Sections.Scaling;

/// <summary>One figure of a scaling table.</summary>
/// <param name="Name">The header.</param>
/// <param name="Unit">The unit, such as 'ns'; "x" for a factor, of which more is better.</param>
/// <param name="Color">The color of its line in the chart; null if it has none.</param>
internal sealed record ScalingColumn(string Name, string Unit, string? Color = null);
