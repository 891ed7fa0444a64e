using System.Globalization;

namespace Workflow.Perf.Table;

/// <summary>The limits of the cost of one operation; null for no limit.</summary>
internal sealed record Budget
{
    /// <summary>
    /// The tolerance for bytes, because a batch may include an allocation of the runtime. The smallest object, once in a hundred operations, takes 0.24 B.
    /// </summary>
    public const double ByteTolerance = 0.05;

    public double? Nanoseconds { get; init; }

    public double? Bytes { get; init; }

    /// <summary>The required speed, as a multiple of the speed of the row's comparison.</summary>
    public double? Speed { get; init; }

    public override string ToString()
    {
        List<string> limits = [];
        if (Nanoseconds is { } nanoseconds)
        {
            limits.Add($"{Figures.Nanoseconds(nanoseconds)} ns");
        }

        if (Bytes is { } bytes)
        {
            limits.Add($"{Figures.Bytes(bytes)} B");
        }

        if (Speed is { } speed)
        {
            limits.Add(string.Create(CultureInfo.InvariantCulture, $">= {speed:0.0#} x"));
        }

        return string.Join(", ", limits);
    }
}
