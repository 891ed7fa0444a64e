using System.Text.Json;
using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>Creates the contract of a type from its declaration.</summary>
/// <param name="workflow">The converters for objects of the workflow.</param>
/// <param name="given">The options of the application.</param>
/// <param name="usesConverters">False to ignore the converters of the application.</param>
internal sealed class ExaminedContracts(IReadOnlyList<JsonConverter> workflow, JsonSerializerOptions given, bool usesConverters)
    : ContractSet(workflow, given, usesConverters)
{
    protected override ValueContract Examine(Type type) => TypeExamination.ContractFor(type, this);
}
