namespace Workflow.Perf.Table;

/// <summary>The cost of one operation in the maintained port of the 2010 engine on .NET 10 (the middle column of engine.md).</summary>
internal sealed record Cost(double? Nanoseconds, double? Bytes = null);
