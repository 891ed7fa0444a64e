namespace Workflow.Perf.Measuring;

/// <summary>The cost of one operation over all batches.</summary>
/// <param name="Batches">Nanoseconds an operation, batch by batch.</param>
/// <param name="Bytes">Bytes an operation, the median: a batch in which the runtime allocated for itself does not count.</param>
internal sealed record Figure(IReadOnlyList<double> Batches, double Bytes)
{
    public double Median { get; } = Statistics.Median(Batches);

    public double LowerQuartile { get; } = Statistics.Quantile(Batches, 0.25);

    public double UpperQuartile { get; } = Statistics.Quantile(Batches, 0.75);

    /// <summary>Nanoseconds an operation, with what is far from the median counted.</summary>
    public Spread Spread { get; } = Spread.Of(Batches);

    /// <summary>How many times as long as the other, for each pair of batches.</summary>
    public Spread RatiosTo(Figure other) => Spread.Of(Batches.Zip(other.Batches, static (own, others) => own / others));

    /// <summary>How many times as long as the other; the median of the pairs, because a pair shares its disturbances.</summary>
    public double RatioTo(Figure other) => Statistics.Median(Batches.Zip(other.Batches, static (own, others) => own / others));
}
