using System.Globalization;
using Workflow.Perf.Budgets;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Commands;

/// <summary>The options of <c>check</c>.</summary>
internal sealed class CheckOptions
{
    private const string Allowed = "'check' takes --budgets FILE.json, --only TEXT and --batches N.";

    /// <summary>The file with the budgets.</summary>
    public string File { get; private set; } = BudgetFile.Default;

    /// <summary>The text that the id of a row must contain; null for all rows of the file.</summary>
    public string? Only { get; private set; }

    public int Batches { get; private set; } = Pace.Full.Batches;

    public static CheckOptions Parse(string[] args)
    {
        CheckOptions options = new();
        for (int i = 0; i < args.Length; i += 2)
        {
            string value = i + 1 < args.Length ? args[i + 1] : throw new UsageException($"The option '{args[i]}' needs a value; {Allowed}");
            options.Set(args[i], value);
        }

        return options;
    }

    private void Set(string name, string value)
    {
        switch (name)
        {
            case "--budgets":
                File = value;
                break;
            case "--only":
                Only = value;
                break;
            case "--batches":
                Batches = int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int batches) && batches is >= 3 and <= 1000
                    ? batches
                    : throw new UsageException($"'--batches {value}' is not a number from 3 to 1000.");
                break;
            default:
                throw new UsageException($"The option '{name}' is not known; {Allowed}");
        }
    }
}
