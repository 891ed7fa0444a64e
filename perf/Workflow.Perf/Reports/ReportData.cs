using System.Text.Json;
using System.Text.Json.Serialization;
using Workflow.Perf.Commands;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Reports;

/// <summary>The report for programs, and for a comparison with a later one.</summary>
/// <param name="Machine">What the figures were taken on.</param>
/// <param name="IsQuick">Whether it was a quick run, whose figures are no measure for a full one.</param>
/// <param name="Readings">The figures.</param>
internal sealed record ReportData(Machine Machine, bool IsQuick, IReadOnlyList<Reading> Readings)
{
    private static readonly JsonSerializerOptions Options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
    };

    public static ReportData Of(Report report) => new(report.Machine, report.Scope.IsQuick, [.. report.Readings]);

    public string ToJson() => JsonSerializer.Serialize(this, Options) + "\n";

    /// <exception cref="UsageException">The file cannot be read as the data of a report.</exception>
    public static ReportData Read(string file)
    {
        try
        {
            return JsonSerializer.Deserialize<ReportData>(File.ReadAllText(file), Options)!;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new UsageException($"The file '{file}' cannot be read as a report: {failure.Message} Pass the .json file that an earlier report has written beside its .md file.");
        }
    }
}
