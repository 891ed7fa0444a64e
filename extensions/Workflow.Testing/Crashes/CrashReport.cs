namespace Workflow.Testing;

/// <summary>The crash points that a <see cref="CrashTest"/> has tried.</summary>
public sealed class CrashReport
{
    internal CrashReport(IReadOnlyList<string> points, CrashOutcome uninterrupted)
    {
        Points = points;
        Uninterrupted = uninterrupted;
    }

    /// <summary>The points at which the process was lost, one run for each, in the order of the workflow.</summary>
    public IReadOnlyList<string> Points { get; }

    /// <summary>The run without a crash.</summary>
    public CrashOutcome Uninterrupted { get; }
}
