using System.Globalization;

namespace Workflow.Perf.Drawing;

/// <summary>Maps values to positions on an axis, from 0 to 1.</summary>
internal sealed class Scale
{
    /// <summary>The approximate maximum number of ticks. With more decades, only each second or third decade has a tick.</summary>
    private const int MostTicks = 9;

    private readonly double _least;
    private readonly double _most;
    private readonly bool _isLogarithmic;

    private Scale(double least, double most, bool isLogarithmic, IReadOnlyList<double> ticks)
    {
        _least = least;
        _most = most;
        _isLogarithmic = isLogarithmic;
        Ticks = ticks;
    }

    /// <summary>The values that have a line and a label.</summary>
    public IReadOnlyList<double> Ticks { get; }

    /// <summary>Creates an axis of whole decades around the positive values. A logarithmic axis cannot show other values.</summary>
    public static Scale Logarithmic(IEnumerable<double> values)
    {
        double[] positive = [.. values.Where(static value => value > 0 && double.IsFinite(value))];
        int first = positive.Length == 0 ? 0 : (int)Math.Floor(Math.Log10(positive.Min()));
        int last = positive.Length == 0 ? 1 : Math.Max((int)Math.Ceiling(Math.Log10(positive.Max())), first + 1);
        int step = 1 + ((last - first) / MostTicks);
        return new Scale(
            first, last, isLogarithmic: true, [.. Enumerable.Range(0, ((last - first) / step) + 1).Select(index => Math.Pow(10, first + (index * step)))]);
    }

    /// <summary>Creates an axis from zero to a round number that is not less than any value.</summary>
    public static Scale Linear(IEnumerable<double> values)
    {
        double most = values.Where(double.IsFinite).DefaultIfEmpty(1).Max();
        if (most <= 0)
        {
            most = 1;
        }

        double decade = Math.Pow(10, Math.Floor(Math.Log10(most)));
        double step = (most / decade) switch
        {
            <= 1.5 => 0.25 * decade,
            <= 3 => 0.5 * decade,
            <= 6 => decade,
            _ => 2 * decade,
        };
        int count = (int)Math.Ceiling(most / step);
        return new Scale(0, count * step, isLogarithmic: false, [.. Enumerable.Range(0, count + 1).Select(index => index * step)]);
    }

    /// <summary>Returns the position of a value. Values outside the axis are at its ends.</summary>
    public double Position(double value)
    {
        double position = _isLogarithmic ? (value > 0 ? Math.Log10(value) : _least) : value;
        return Math.Clamp((position - _least) / (_most - _least), 0, 1);
    }

    /// <summary>Formats a value as a short text, such as 28 K.</summary>
    public static string Label(double value) => Math.Abs(value) switch
    {
        >= 1e9 => Format(value / 1e9, " G"),
        >= 1e6 => Format(value / 1e6, " M"),
        >= 1e4 => Format(value / 1e3, " K"),
        >= 100 or 0 => value.ToString("N0", CultureInfo.InvariantCulture),
        >= 1 => value.ToString("0.##", CultureInfo.InvariantCulture),
        _ => value.ToString("0.####", CultureInfo.InvariantCulture),
    };

    private static string Format(double value, string unit) => value.ToString(value < 100 ? "0.#" : "0", CultureInfo.InvariantCulture) + unit;
}
