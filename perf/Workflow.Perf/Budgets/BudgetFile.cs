using System.Text.Json;
using System.Text.Json.Serialization;
using Workflow.Perf.Commands;
using Workflow.Perf.Rows;

namespace Workflow.Perf.Budgets;

/// <summary>Reads the budgets of rows from a JSON file.</summary>
internal static class BudgetFile
{
    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
    };

    /// <summary>The path of the copy that the build makes, next to the program, of the file in the repository.</summary>
    public static string Default => Path.Combine(AppContext.BaseDirectory, "budgets.json");

    /// <exception cref="UsageException">The file cannot be read, or a budget in it is invalid.</exception>
    public static IReadOnlyList<RatioBudget> Read(string file)
    {
        try
        {
            return Parse(File.ReadAllText(file), file);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"The file '{file}' cannot be read: {failure.Message}");
        }
    }

    /// <param name="text">The content of the file.</param>
    /// <param name="file">The name of the file in messages.</param>
    /// <exception cref="UsageException">The text is not valid JSON, or a budget is invalid.</exception>
    public static IReadOnlyList<RatioBudget> Parse(string text, string file)
    {
        IReadOnlyList<RatioBudget> budgets;
        try
        {
            budgets = JsonSerializer.Deserialize<Content>(text, Options)!.Rows;
        }
        catch (JsonException failure)
        {
            throw new UsageException($"The file '{file}' has no budgets: {failure.Message}");
        }

        HashSet<string> ids = [];
        foreach (RatioBudget budget in budgets)
        {
            Check(budget, file, isNew: ids.Add(budget.Row));
        }

        return budgets;
    }

    private static void Check(RatioBudget budget, string file, bool isNew)
    {
        if (!AllRows.List.Any(row => row.Id == budget.Row))
        {
            throw new UsageException($"The file '{file}' has a budget for the row '{budget.Row}', which does not exist; 'list' prints the ids.");
        }

        if (!isNew)
        {
            throw new UsageException($"The file '{file}' has two budgets for the row '{budget.Row}'; remove one.");
        }

        if (!(budget.Ratio > 0) || budget.Bytes < 0)
        {
            throw new UsageException(
                $"The file '{file}' has a budget for the row '{budget.Row}' that is not positive; set the largest ratio and the most bytes that are allowed.");
        }
    }

    private sealed record Content(IReadOnlyList<RatioBudget> Rows);
}
