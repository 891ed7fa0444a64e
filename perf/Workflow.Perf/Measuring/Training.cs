namespace Workflow.Perf.Measuring;

/// <summary>
/// Runs single operations of all rows in rotation before the first is measured. The runtime optimizes a method for what its
/// first calls did and keeps that; without this, every row would be measured on an engine trained for the first row alone.
/// </summary>
internal static class Training
{
    public static void Run(IEnumerable<Trial> trials, TimeSpan duration)
    {
        Meter[] meters = [.. trials.SelectMany(static trial => trial.Subjects).SelectMany(static subject => new SubjectMeter(subject).Meters)];
        long start = Clock.Now;
        while (Clock.Since(start) < duration)
        {
            foreach (Meter meter in meters)
            {
                meter.RunOnce();
            }
        }
    }
}
