using System.Globalization;

namespace Workflow.Perf.Commands;

/// <summary>The options of <c>table</c>.</summary>
internal sealed class TableOptions
{
    /// <summary>The default number of batches: enough for a median that three disturbed batches do not change.</summary>
    public const int DefaultBatches = 15;

    private const string Allowed = "'table' takes --filter TEXT, --out FILE.md, --json FILE.json and --batches N.";

    public string? Filter { get; private set; }

    public string? MarkdownFile { get; private set; }

    public string? JsonFile { get; private set; }

    public int Batches { get; private set; } = DefaultBatches;

    public static TableOptions Parse(string[] args)
    {
        TableOptions options = new();
        for (int i = 0; i < args.Length; i += 2)
        {
            string name = args[i];
            string? value = i + 1 < args.Length ? args[i + 1] : null;
            options.Set(name, value);
        }

        return options;
    }

    private void Set(string name, string? value)
    {
        switch (name)
        {
            case "--filter":
                Filter = Required(name, value);
                break;
            case "--out":
                MarkdownFile = Required(name, value);
                break;
            case "--json":
                JsonFile = Required(name, value);
                break;
            case "--batches":
                Batches = ParseBatches(Required(name, value));
                break;
            default:
                throw new UsageException($"The option '{name}' is not known; {Allowed}");
        }
    }

    private static string Required(string name, string? value) =>
        value ?? throw new UsageException($"The option '{name}' needs a value; {Allowed}");

    private static int ParseBatches(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int batches) && batches is >= 1 and <= 1000
            ? batches
            : throw new UsageException($"'--batches {text}' is not a number from 1 to 1000.");
}
