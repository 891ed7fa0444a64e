using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

public sealed class InterfaceTests
{
    private static readonly Dictionary<string, string> Points = new() { ["W.IPoint"] = "applications implement it" };

    [Fact]
    public void Interfaces_OfCore_HaveTwoImplementersOrAreExtensionPoints() => Report.None(
        "An interface has two implementers, or is an extension point listed in ExtensionPoints.cs.",
        ExtensionPoints.Violations(AssemblyGraph.Core.Interfaces, ExtensionPoints.Core));

    [Fact]
    public void Interfaces_WithFewerImplementers_AreAllReported() => Assert.Equal(
        ["W.IIdle has no implementer", "W.ILonely has only 'W.One'"],
        ExtensionPoints.Violations(
            [new("W.IIdle", []), new("W.ILonely", ["W.One"]), new("W.IPair", ["W.One", "W.Two"]), new("W.IPoint", [])],
            Points));

    [Fact]
    public void ExtensionPoints_ThatDoNotExist_AreReported() =>
        Assert.Equal(["W.IPoint is listed as an extension point and does not exist"], ExtensionPoints.Violations([], Points));

    [Fact]
    public void Interfaces_OfAnAssembly_AreReadWithTheirImplementers()
    {
        IReadOnlyList<InterfaceUse> own = AssemblyGraph.Read("Workflow.Architecture.Tests").Interfaces;
        Assert.Equal(
            "Workflow.Architecture.Tests.SampleUser.User",
            Assert.Single(Assert.Single(own, use => use.Name.EndsWith(".IUsedInterface", StringComparison.Ordinal)).Implementers));
        Assert.Empty(Assert.Single(own, use => use.Name.EndsWith(".IUsedConstraint", StringComparison.Ordinal)).Implementers);
    }
}
