namespace Workflow.Perf.Measuring;

/// <summary>The figures of one trial.</summary>
internal sealed class Measurement
{
    private static readonly TimeSpan Batch = TimeSpan.FromMilliseconds(100);

    private Measurement(IReadOnlyList<Figure> figures)
    {
        Workflow = figures[0];
        ByHand = figures[1];
        Comparison = figures.ElementAtOrDefault(2);
        ComparisonByHand = figures.ElementAtOrDefault(3);
    }

    public Figure Workflow { get; }

    public Figure ByHand { get; }

    public Figure? Comparison { get; }

    public Figure? ComparisonByHand { get; }

    /// <summary>How many times as fast as the comparison.</summary>
    public double? Speed => Comparison?.RatioTo(Workflow);

    /// <summary>The same for plain C#.</summary>
    public double? SpeedByHand => ComparisonByHand?.RatioTo(ByHand);

    public static Measurement Of(Trial trial, int batches)
    {
        using IDisposable? around = trial.Around?.Invoke();
        SubjectMeter[] subjects = [.. trial.Subjects.Select(static subject => new SubjectMeter(subject))];
        Meter[] meters = [.. subjects.SelectMany(static subject => subject.Meters)];
        WarmUp.Run(meters);
        foreach (Meter meter in meters)
        {
            meter.CalibrateFor(Batch);
        }

        for (int batch = 0; batch < batches; batch++)
        {
            // There and back again: a machine that slows down during the run does not always slow the same subject.
            foreach (SubjectMeter subject in batch % 2 == 0 ? subjects : subjects.Reverse())
            {
                subject.TakeBatch();
            }
        }

        return new Measurement([.. subjects.Select(static subject => subject.Result())]);
    }
}
