namespace Workflow.Perf.Measuring;

/// <summary>What one repetition took in one batch.</summary>
internal readonly record struct Sample(double Nanoseconds, double Bytes);
