using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

/// <summary>Checks how many types of a package all reach each other.</summary>
public sealed class TypeSetTests
{
    public static TheoryData<string> AllPackages() => [.. Packages.All];

    [Theory]
    [MemberData(nameof(AllPackages))]
    public void Sets_OfAPackage_AreSmall(string package)
    {
        AssemblyGraph graph = AssemblyGraph.Of(package);
        Assert.NotEmpty(graph.Dependencies);
        Report.None(
            $"At most {TypeSets.Limit} types of {package} reach each other by their references.",
            TypeSets.Violations(graph.Dependencies, graph.Types, TypeSets.Exceptions));
    }

    [Fact]
    public void Exceptions_OfTheTable_NameTypes() => Report.None(
        "An exception names a type of a package.",
        [
            .. TypeSets.Exceptions.Select(static set => set.Member)
                .Except(Packages.All.SelectMany(static name => AssemblyGraph.Of(name).Types).Select(static type => type.Name))
        ]);

    [Fact]
    public void Sets_WithinTheirLimits_AreNotReported() =>
        Assert.Empty(Violations([.. Ring("A", 13), .. Ring("B", 12)], new LargeSet("W.A.T0", 13, "forced")));

    [Fact]
    public void Sets_AboveTheLimit_AreReportedWithTheirMembers()
    {
        string violation = Assert.Single(Violations([.. Ring("A", 13), .. Ring("B", 12)]));
        Assert.StartsWith("13 types reach each other, and at most 12 may:", violation, StringComparison.Ordinal);
        Assert.EndsWith("  A: T0, T1, T10, T11, T12, T2, T3, T4, T5, T6, T7, T8, T9", violation, StringComparison.Ordinal);
    }

    [Fact]
    public void Sets_AboveTheirException_AreReported() => Assert.StartsWith(
        "15 types reach each other, and at most 14 may:",
        Assert.Single(Violations(Ring("A", 15), new LargeSet("W.A.T3", 14, "forced"))),
        StringComparison.Ordinal);

    [Fact]
    public void Exceptions_AboveTheirSet_AreReported() =>
        Assert.Equal(["the set of 'W.A.T3' has 15 types; lower its limit of 16"], Violations(Ring("A", 15), new LargeSet("W.A.T3", 16, "forced")));

    [Fact]
    public void Exceptions_ThatAreNotNeeded_AreReported() => Assert.Equal(
        ["'W.A.T3' is in no set of more than 12 types; remove its exception"],
        Violations(Ring("A", 12), new LargeSet("W.A.T3", 14, "forced"), new LargeSet("Other.Type", 20, "a type of another package")));

    private static IReadOnlyList<string> Violations(IReadOnlyList<Dependency> dependencies, params LargeSet[] exceptions) => TypeSets.Violations(
        dependencies, [.. dependencies.Select(static use => new TypeNode(use.From, false, [use.FromPlace]))], exceptions);

    /// <summary>Returns the references of types in one folder, each of which uses the next one, and the last one the first.</summary>
    private static IReadOnlyList<Dependency> Ring(string folder, int count) =>
    [
        .. Enumerable.Range(0, count)
            .Select(i => new Dependency($"W.{folder}.T{i}", new Place(folder), $"W.{folder}.T{(i + 1) % count}", new Place(folder)))
    ];
}
