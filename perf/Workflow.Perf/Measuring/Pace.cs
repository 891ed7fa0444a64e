namespace Workflow.Perf.Measuring;

/// <summary>The duration of the measurement of a row. More batches make the median more certain; a longer warm-up makes the code more optimized.</summary>
/// <param name="Batches">The number of batches of each subject.</param>
/// <param name="Batch">The length of a batch.</param>
/// <param name="WarmUpAtLeast">The shortest warm-up of a row.</param>
/// <param name="WarmUpAtMost">The longest warm-up of a row. On a busy machine, the times never settle, and the spread shows it.</param>
/// <param name="Training">
/// The time for which all rows run in rotation before the first one is measured. The pauses after it take up to three times as long.
/// </param>
internal sealed record Pace(int Batches, TimeSpan Batch, TimeSpan WarmUpAtLeast, TimeSpan WarmUpAtMost, TimeSpan Training)
{
    /// <summary>The pace of a published report: about four seconds for each row.</summary>
    public static Pace Full { get; } = new(15, Milliseconds(50), Milliseconds(800), Milliseconds(2_500), Milliseconds(3_000));

    /// <summary>The pace of a quick report, whose figures are only indicative: about half a second for each row.</summary>
    public static Pace Quick { get; } = new(5, Milliseconds(15), Milliseconds(100), Milliseconds(200), Milliseconds(500));

    /// <summary>The pace of <c>table</c>, with another number of batches.</summary>
    public static Pace Thorough(int batches) => new(batches, Milliseconds(100), Milliseconds(1_500), Milliseconds(8_000), Milliseconds(3_000));

    /// <summary>Returns the approximate duration of a trial with a number of subjects.</summary>
    public double SecondsOf(int subjects) => ((WarmUpAtLeast + WarmUpAtMost) / 2).TotalSeconds + (1.3 * Batches * subjects * Batch.TotalSeconds);

    private static TimeSpan Milliseconds(int count) => TimeSpan.FromMilliseconds(count);
}
