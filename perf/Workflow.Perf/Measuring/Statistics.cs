namespace Workflow.Perf.Measuring;

internal static class Statistics
{
    public static double Median(IEnumerable<double> values) => Quantile(values, 0.5);

    /// <summary>Returns a quantile. Interpolates between the two adjacent values, so that even a few batches have quartiles.</summary>
    public static double Quantile(IEnumerable<double> values, double fraction)
    {
        double[] sorted = [.. values.Order()];
        double position = fraction * (sorted.Length - 1);
        int below = (int)Math.Floor(position);
        int above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + ((sorted[above] - sorted[below]) * (position - below));
    }
}
