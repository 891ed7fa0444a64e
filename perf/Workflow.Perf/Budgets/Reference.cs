using System.Text.Json.Serialization;

namespace Workflow.Perf.Budgets;

/// <summary>What the ratio of a budget refers to.</summary>
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
