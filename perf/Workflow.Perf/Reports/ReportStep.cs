namespace Workflow.Perf.Reports;

/// <summary>Something that the report measures in one go.</summary>
/// <param name="Name">What progress calls it.</param>
/// <param name="Seconds">About how long it takes; the remaining time is estimated from it.</param>
/// <param name="Run">Measures. An exception is reported beneath the table.</param>
internal sealed record ReportStep(string Name, double Seconds, Action Run)
{
    /// <summary>Whether other processes take part, whose processor time is then no disturbance.</summary>
    public bool UsesProcesses { get; init; }
}
