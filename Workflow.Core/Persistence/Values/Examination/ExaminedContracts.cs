using System.Text.Json;
using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>Finds the contract of a type by what the type is.</summary>
/// <param name="workflow">The converters for objects of the workflow.</param>
/// <param name="given">The author's options.</param>
/// <param name="usesConverters">False: also a type with a converter of the author's is taken for what it is made of.</param>
internal sealed class ExaminedContracts(IReadOnlyList<JsonConverter> workflow, JsonSerializerOptions given, bool usesConverters)
    : ContractSet(workflow, given, usesConverters)
{
    protected override ValueContract Examine(Type type) => TypeExamination.ContractFor(type, this);
}
