using System.Text.Json;
using System.Text.Json.Serialization;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Table;

/// <summary>The report for programs. It contains every batch, so that a later run can be compared by more than the median.</summary>
internal static class JsonReport
{
    private static readonly JsonSerializerOptions Options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    };

    public static string Render(Machine machine, IReadOnlyList<RowResult> results, int batches) =>
        JsonSerializer.Serialize(new { machine, batches, rows = results.Select(Describe) }, Options);

    private static object Describe(RowResult result) => new
    {
        result.Row.Id,
        result.Row.Name,
        result.Row.Workload,
        Sections = result.Row.Section.ToString(),
        result.Row.Published,
        result.Row.Design2010,
        Budget = result.Row.Budget is { } budget ? new { budget.Nanoseconds, budget.Bytes, budget.Speed } : null,
        result.Row.ComparedWith,
        result.Row.PublishedSpeed,
        result.Failure,
        result.Skipped,
        result.Trial?.Database,
        result.OtherCores,
        Verdict = result.Measurement is { } measured ? Verdict.Of(result.Row, measured) : null,
        Ratio = result.Measurement is { } both ? both.Workflow.RatioTo(both.ByHand) : (double?)null,
        result.Measurement?.Speed,
        result.Measurement?.SpeedByHand,
        Workflow = Describe(result.Measurement?.Workflow),
        ByHand = Describe(result.Measurement?.ByHand),
        Comparison = Describe(result.Measurement?.Comparison),
        ComparisonByHand = Describe(result.Measurement?.ComparisonByHand),
    };

    private static object? Describe(Figure? figure) => figure is null ? null : new
    {
        OperationsPerSecond = 1e9 / figure.Median,
        figure.Median,
        figure.LowerQuartile,
        figure.UpperQuartile,
        figure.Bytes,
        figure.Batches,
    };
}
