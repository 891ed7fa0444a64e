using System.Globalization;
using Workflow.Perf.Peers.Driving;
using Workflow.Perf.Peers.Systems;

namespace Workflow.Perf.Peers.Commands;

/// <summary>The cells that a run measures, and the destination of its report.</summary>
/// <param name="Cells">The pairs of a system and a row.</param>
/// <param name="IsQuick">True for small sizes and short durations, whose figures are only indicative.</param>
/// <param name="Repetitions">The number of measurements of each cell.</param>
/// <param name="Out">The file for the report; null to print only.</param>
internal sealed record RunOptions(IReadOnlyList<(Subject Subject, Row Row)> Cells, bool IsQuick, int Repetitions, string? Out)
{
    /// <summary>The path of the committed report, relative to the root of the repository.</summary>
    private const string Committed = "perf/results/peers.md";

    public static RunOptions Parse(string[] arguments)
    {
        string? filter = null, file = null;
        bool isQuick = false;
        int? repetitions = null;
        for (int i = 0; i < arguments.Length; i++)
        {
            string option = arguments[i];
            if (option == "--quick")
            {
                isQuick = true;
                continue;
            }

            string value = ++i < arguments.Length ? arguments[i] : throw new UsageException($"The option '{option}' needs a value.");
            switch (option)
            {
                case "--filter":
                    filter = value;
                    break;
                case "--out":
                    file = value;
                    break;
                case "--repetitions":
                    repetitions = int.TryParse(value, CultureInfo.InvariantCulture, out int number) && number > 0
                        ? number
                        : throw new UsageException("'--repetitions' needs a positive number.");
                    break;
                default:
                    throw new UsageException($"The option '{option}' is not known.");
            }
        }

        return new RunOptions(
            CellsOf(filter), isQuick, repetitions ?? (isQuick || filter is not null ? 1 : 2), file ?? (filter is null && !isQuick ? Committed : null));
    }

    private static IReadOnlyList<(Subject Subject, Row Row)> CellsOf(string? filter)
    {
        (Subject Subject, Row Row)[] all =
            [.. AllSubjects.Rows.SelectMany(static row => AllSubjects.Subjects.Where(row.Selects).Select(subject => (subject, row)))];
        if (filter is null)
        {
            return all;
        }

        (Subject Subject, Row Row)[] exact =
            [.. all.Where(cell => filter == cell.Subject.Id || filter == cell.Row.Id || filter == $"{cell.Subject.Id}/{cell.Row.Id}")];
        (Subject Subject, Row Row)[] found = exact.Length > 0
            ? exact
            : [.. all.Where(cell => $"{cell.Subject.Id}/{cell.Row.Id}".Contains(filter, StringComparison.Ordinal))];
        return found.Length > 0 ? found : throw new UsageException($"No system and no row is named '{filter}'.");
    }
}
