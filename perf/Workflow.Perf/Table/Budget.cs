using System.Globalization;

namespace Workflow.Perf.Table;

/// <summary>What one operation may cost; null where no limit is set.</summary>
internal sealed record Budget
{
    /// <summary>A batch sees an allocation of the runtime now and then; the smallest object, once in a hundred operations, is 0.24 B.</summary>
    public const double ByteTolerance = 0.05;

    public double? Nanoseconds { get; init; }

    public double? Bytes { get; init; }

    /// <summary>How many times as fast as the row's comparison it has to be.</summary>
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
