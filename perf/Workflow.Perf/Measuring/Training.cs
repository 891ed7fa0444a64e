using System.Runtime;

namespace Workflow.Perf.Measuring;

/// <summary>
/// Runs single operations of all rows in rotation before the first is measured. The runtime optimizes a method for what its
/// first calls did and keeps that; without this, every row would be measured on an engine trained for the first row alone.
/// </summary>
internal static class Training
{
    /// <summary>Longer than the tenth of a second without new methods after which the runtime begins to optimize.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    /// <param name="trials">The trials of all rows.</param>
    /// <param name="duration">How long they are run. Up to three times as long, the runtime then gets pauses to optimize in: while it does so, the first rows would be measured twice as slow as they are.</param>
    public static void Run(IEnumerable<Trial> trials, TimeSpan duration)
    {
        Meter[] meters = [.. trials.SelectMany(static trial => trial.Subjects).SelectMany(static subject => new SubjectMeter(subject).Meters)];
        long start = Clock.Now;
        while (Clock.Since(start) < duration)
        {
            RunOnce(meters);
        }

        while (Clock.Since(start) < 4 * duration && CompilesInPause())
        {
            RunOnce(meters);
        }
    }

    private static void RunOnce(Meter[] meters)
    {
        foreach (Meter meter in meters)
        {
            meter.RunOnce();
        }
    }

    private static bool CompilesInPause()
    {
        long before = JitInfo.GetCompiledMethodCount();
        Thread.Sleep(Pause);
        return JitInfo.GetCompiledMethodCount() != before;
    }
}
