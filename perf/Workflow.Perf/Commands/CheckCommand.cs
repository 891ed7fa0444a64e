using System.Globalization;
using Workflow.Perf.Budgets;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Table;

namespace Workflow.Perf.Commands;

/// <summary>Compares rows with their budgets. The exit code is 1 if a row exceeds its budget, and 0 if none does.</summary>
internal static class CheckCommand
{
    public static int Run(CheckOptions options)
    {
        RatioBudget[] budgets =
            [.. BudgetFile.Read(options.File).Where(budget => options.Only is null || budget.Row.Contains(options.Only, StringComparison.OrdinalIgnoreCase))];
        if (budgets.Length == 0)
        {
            throw new UsageException($"No row with a budget in '{options.File}' has an id that contains '{options.Only}'.");
        }

        if (!Machine.IsOptimized)
        {
            throw new UsageException("The engine was built without optimization, so its ratios mean nothing; run 'check' with '-c Release'.");
        }

        BudgetRun run = new(Pace.Full with { Batches = options.Batches });
        run.Prepare(budgets);
        List<BudgetResult> results = [.. budgets.Select(budget => Reported(run, budget))];

        // A second measurement distinguishes a temporary disturbance from a slower engine.
        results = [.. results.Select(result => result.IsExceeded ? Reported(run, result.Budget) : result)];
        Console.WriteLine(Render(results));
        int exceeded = results.Count(static result => result.IsExceeded);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{results.Count - exceeded} of {results.Count} budgets met."));
        return exceeded == 0 ? 0 : 1;
    }

    /// <summary>Returns the table of the results.</summary>
    public static string Render(IEnumerable<BudgetResult> results)
    {
        MarkdownTable table = new("row", "against", "budget", "ratio", "quartiles", "spread", "budget B", "B/op", "verdict");
        foreach (BudgetResult result in results)
        {
            table.Add(
                result.Budget.Row, result.Budget.Against == Reference.Twin ? "twin" : "calibration",
                Figures.Ratio(result.Budget.Ratio), Figures.Ratio(result.Ratio.Median),
                $"{Figures.Ratio(result.Ratio.Lower)} .. {Figures.Ratio(result.Ratio.Upper)}", Cells.SpreadOf(result.Ratio),
                Cells.Bytes(result.Budget.Bytes), Figures.Bytes(result.Bytes), result.Verdict);
        }

        return table.Render();
    }

    private static BudgetResult Reported(BudgetRun run, RatioBudget budget)
    {
        BudgetResult result = run.Measure(budget);
        Console.Error.WriteLine($"{budget.Row,-28} {Figures.Ratio(result.Ratio.Median),8} of {Figures.Ratio(budget.Ratio)}  {result.Verdict}");
        return result;
    }
}
