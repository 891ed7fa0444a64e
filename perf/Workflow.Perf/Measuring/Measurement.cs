namespace Workflow.Perf.Measuring;

/// <summary>The figures of one trial.</summary>
internal sealed class Measurement
{
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

    /// <summary>The speed of the workflow as a multiple of the speed of the comparison; null if there is no comparison.</summary>
    public double? Speed => Comparison?.RatioTo(Workflow);

    /// <summary>The same multiple for plain C#.</summary>
    public double? SpeedByHand => ComparisonByHand?.RatioTo(ByHand);

    public static Measurement Of(Trial trial, Pace pace)
    {
        using IDisposable? around = trial.Around?.Invoke();
        SubjectMeter[] subjects = [.. trial.Subjects.Select(static subject => new SubjectMeter(subject))];
        Meter[] meters = [.. subjects.SelectMany(static subject => subject.Meters)];
        WarmUp.Run(meters, pace);
        foreach (Meter meter in meters)
        {
            meter.CalibrateFor(pace.Batch);
        }

        for (int batch = 0; batch < pace.Batches; batch++)
        {
            // The order alternates, because a machine that slows down during the run would otherwise always slow the same subject.
            foreach (SubjectMeter subject in batch % 2 == 0 ? subjects : subjects.Reverse())
            {
                subject.TakeBatch();
            }
        }

        return new Measurement([.. subjects.Select(static subject => subject.Result())]);
    }
}
