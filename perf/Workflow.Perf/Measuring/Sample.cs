namespace Workflow.Perf.Measuring;

/// <summary>The cost of one repetition in one batch.</summary>
internal readonly record struct Sample(double Nanoseconds, double Bytes);
