namespace Workflow.Perf.Reports;

/// <summary>A unit of the measurement of a report.</summary>
/// <param name="Name">The name in progress messages.</param>
/// <param name="Seconds">The approximate duration, from which the remaining time is estimated.</param>
/// <param name="Run">Runs the measurement. An exception is reported below the table.</param>
internal sealed record ReportStep(string Name, double Seconds, Action Run)
{
    /// <summary>True if other processes take part. Their processor time is then no disturbance.</summary>
    public bool UsesProcesses { get; init; }
}
