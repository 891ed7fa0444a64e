using System.Text.Json;
using System.Text.Json.Serialization;
using Workflow.Perf.Commands;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Reports;

/// <summary>The data of a report for programs, and for the comparison with a later report.</summary>
/// <param name="Machine">The environment in which the figures were taken.</param>
/// <param name="IsQuick">True for a quick run, whose figures cannot be compared with those of a full run.</param>
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
            throw new UsageException(
                $"The file '{file}' cannot be read as a report: {failure.Message} Pass the .json file that an earlier report has written beside its .md file.");
        }
    }
}
