using System.Text.Json.Serialization;

namespace Workflow.Perf.Budgets;

/// <summary>The reference of the ratio in a budget.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<Reference>))]
internal enum Reference
{
    /// <summary>The row's hand-written counterpart.</summary>
    [JsonStringEnumMemberName("twin")]
    Twin,

    /// <summary>The calibration, a fixed piece of plain C#.</summary>
    [JsonStringEnumMemberName("calibration")]
    Calibration,
}
