using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

/// <summary>Checks that the rooms of Workflow.Core store data for each other in typed fields only. A second test has fields that violate the rule.</summary>
public sealed class UntypedFieldTests
{
    [Fact]
    public void Fields_OfCore_AreTypedOrHoldValues()
    {
        Assert.NotEmpty(AssemblyGraph.Core.UntypedFields);
        Report.None("A room stores nothing for another one as 'object'.", UntypedFields.Violations(AssemblyGraph.Core.UntypedFields, UntypedFields.Core));
    }

    [Fact]
    public void Fields_ThatAreUntyped_AreAllReported() => Assert.Equal(
        ["Definition: W.Program.Layout is untyped", "Hosting/Application: W.Host._id is untyped", "W.Old.Gone is listed as untyped and is not"],
        UntypedFields.Violations(
            [new("W.Program.Layout", new Place("Definition")), new("W.Value.Value", new Place("Data")), new("W.Host._id", new Place("Hosting/Application"))],
            new Dictionary<string, string> { ["W.Value.Value"] = "a value", ["W.Old.Gone"] = "nothing" }));

    [Fact]
    public void UntypedFields_OfATypeAndItsNestedTypes_AreFound() => Assert.Equal(
        ["Captured.captured", "Captured._field", "Captured.Static", "Captured.Property", "Captured+Nested._items"],
        AssemblyGraph.Read("Workflow.Architecture.Tests").UntypedFields
            .Where(field => field.Place.Folder == "SampleFields")
            .Select(field => field.Name["Workflow.Architecture.Tests.SampleFields.".Length..]));
}
