namespace Workflow.Perf.Measuring;

/// <summary>The median of some values, their quartiles, and the number of outliers.</summary>
internal sealed record Spread(double Median, double Lower, double Upper, int Count, int Outliers)
{
    /// <summary>The limit of the relative distance of the quartiles. A larger distance makes the median doubtful.</summary>
    public const double Wide = 0.1;

    /// <summary>The usual limit for outliers, as a multiple of the distance of the quartiles.</summary>
    private const double Fence = 1.5;

    /// <summary>The distance of the quartiles.</summary>
    public double Width => Upper - Lower;

    /// <summary>The distance of the quartiles as a part of the median; zero if the median is zero.</summary>
    public double Relative => Median == 0 ? 0 : Width / Math.Abs(Median);

    public bool IsWide => Relative > Wide;

    /// <param name="values">At least one value.</param>
    public static Spread Of(IEnumerable<double> values)
    {
        double[] all = [.. values];
        double lower = Statistics.Quantile(all, 0.25);
        double upper = Statistics.Quantile(all, 0.75);
        double fence = Fence * (upper - lower);
        return new Spread(Statistics.Median(all), lower, upper, all.Length, all.Count(value => value < lower - fence || value > upper + fence));
    }

    /// <summary>Returns the same spread in another unit.</summary>
    /// <param name="factor">The factor for each value; positive.</param>
    public Spread Times(double factor) => this with { Median = Median * factor, Lower = Lower * factor, Upper = Upper * factor };
}
