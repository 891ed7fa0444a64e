namespace Workflow.Perf.Measuring;

/// <summary>The cost of one operation over all batches.</summary>
/// <param name="Batches">The nanoseconds of one operation, with one value for each batch.</param>
/// <param name="Bytes">The median of the bytes of one operation, so that a batch in which the runtime itself allocated does not count.</param>
internal sealed record Figure(IReadOnlyList<double> Batches, double Bytes)
{
    public double Median { get; } = Statistics.Median(Batches);

    public double LowerQuartile { get; } = Statistics.Quantile(Batches, 0.25);

    public double UpperQuartile { get; } = Statistics.Quantile(Batches, 0.75);

    /// <summary>The spread of the nanoseconds of one operation, with the number of outliers.</summary>
    public Spread Spread { get; } = Spread.Of(Batches);

    /// <summary>Returns the ratios to the times of another figure, batch by batch.</summary>
    public Spread RatiosTo(Figure other) => Spread.Of(Batches.Zip(other.Batches, static (own, others) => own / others));

    /// <summary>Returns the ratio to the time of another figure: the median over the pairs of batches, because a pair shares its disturbances.</summary>
    public double RatioTo(Figure other) => Statistics.Median(Batches.Zip(other.Batches, static (own, others) => own / others));
}
