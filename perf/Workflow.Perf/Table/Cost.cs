namespace Workflow.Perf.Table;

/// <summary>What one operation costs in the 2010 engine's maintained port on .NET 10 (the middle column of engine.md).</summary>
internal sealed record Cost(double? Nanoseconds, double? Bytes = null);
