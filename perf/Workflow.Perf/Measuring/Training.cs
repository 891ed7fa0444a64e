using System.Runtime;

namespace Workflow.Perf.Measuring;

/// <summary>
/// Runs single operations of all rows in rotation before the first row is measured. The runtime optimizes a method for its first calls and keeps this
/// optimization; without the training, every row would be measured on an engine that is optimized for the first row.
/// </summary>
internal static class Training
{
    /// <summary>A pause that is longer than the tenth of a second without new methods after which the runtime begins to optimize.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    /// <param name="trials">The trials of all rows.</param>
    /// <param name="duration">
    /// The duration of the training. Pauses follow, for at most three times this duration, in which the runtime optimizes. Otherwise, the first rows would run
    /// during the optimization and appear twice as slow as they are.
    /// </param>
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
