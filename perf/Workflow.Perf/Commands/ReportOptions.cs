using System.Globalization;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Commands;

/// <summary>The options of <c>report</c>.</summary>
internal sealed class ReportOptions
{
    public const string DefaultFile = "artifacts/perf/report.md";

    private const string Allowed = "'report' takes --quick, --only TEXT[,TEXT], --out FILE.md, --compare FILE.json, --readme FILE.md and --minutes N.";

    private static readonly TimeSpan FullLimit = TimeSpan.FromMinutes(20), QuickLimit = TimeSpan.FromMinutes(2);

    private TimeSpan? _limit;

    /// <summary>True for small sizes and short batches, whose figures are only indicative.</summary>
    public bool IsQuick { get; private set; }

    /// <summary>The texts one of which the id or the title of a table must contain; empty for all tables.</summary>
    public IReadOnlyList<string> Only { get; private set; } = [];

    public string File { get; private set; } = DefaultFile;

    /// <summary>The data of an earlier report; null for no comparison.</summary>
    public string? CompareFile { get; private set; }

    /// <summary>The README whose headline is updated; null for none.</summary>
    public string? ReadmeFile { get; private set; }

    /// <summary>The time limit. A measurement that has not begun by then is left out.</summary>
    public TimeSpan Limit => _limit ?? (IsQuick ? QuickLimit : FullLimit);

    public Pace Pace => IsQuick ? Pace.Quick : Pace.Full;

    public static ReportOptions Parse(string[] args)
    {
        ReportOptions options = new();
        for (int i = 0; i < args.Length; i++)
        {
            if (args[i] == "--quick")
            {
                options.IsQuick = true;
            }
            else
            {
                options.Set(args[i], i + 1 < args.Length ? args[++i] : null);
            }
        }

        return options;
    }

    private void Set(string name, string? value)
    {
        switch (name)
        {
            case "--only":
                Only = Required(name, value).Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
                break;
            case "--out":
                File = Required(name, value);
                break;
            case "--compare":
                CompareFile = Required(name, value);
                break;
            case "--readme":
                ReadmeFile = Required(name, value);
                break;
            case "--minutes":
                _limit = ParseMinutes(Required(name, value));
                break;
            default:
                throw new UsageException($"The option '{name}' is not known; {Allowed}");
        }
    }

    private static string Required(string name, string? value) => value ?? throw new UsageException($"The option '{name}' needs a value; {Allowed}");

    private static TimeSpan ParseMinutes(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double minutes) && minutes is > 0 and <= 1_440
            ? TimeSpan.FromMinutes(minutes)
            : throw new UsageException($"'--minutes {text}' is not a number of minutes from 0 to 1440.");
}
