using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

/// <summary>Checks that no two types of the product have the same name.</summary>
public sealed class UniqueNameTests
{
    [Fact]
    public void Names_OfTheProduct_AreUnique() => Report.None(
        "A type of the product has a name of its own.",
        UniqueNames.Violations(Packages.All.SelectMany(static package => AssemblyGraph.Of(package).Types), UniqueNames.Exceptions));

    [Fact]
    public void Names_OfSeveralTypes_AreReported() => Assert.Equal(
        ["Gate: A.Gate, B.Gate", "Queue is an exception, and at most one type has this name"],
        UniqueNames.Violations(
            [Type("A.Gate"), Type("B.Gate"), Type("B.Gate`1"), Type("A.Activity"), Type("B.Activity"), Type("B.Queue")],
            new Dictionary<string, string> { ["Activity"] = "WF3 and WF4", ["Queue"] = "gone" }));

    private static TypeNode Type(string name) => new(name, false, [new Place("Data")]);
}
