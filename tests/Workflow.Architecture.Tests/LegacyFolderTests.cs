using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

/// <summary>Checks the folders of Workflow.Interop.Legacy against their table, and the sets of types that reach each other.</summary>
public sealed class LegacyFolderTests
{
    private const int LargestSet = 12;

    private static readonly Lazy<AssemblyGraph> Legacy = new(static () => AssemblyGraph.Read("Workflow.Interop.Legacy"));

    [Fact]
    public void Folders_OfLegacy_MatchTheTable() => Report.None(
        "A folder uses the folders of its room that the table says.", LegacyFolders.Table.Differences(Legacy.Value.Types, Legacy.Value.Dependencies));

    [Fact]
    public void Folders_OfLegacy_FormNoCycles() =>
        Report.None("The folders of a room form no cycle.", LegacyFolders.Table.CyclicUses(Legacy.Value.Dependencies));

    [Fact]
    public void Clusters_OfLegacy_HaveNoSeparableTypes() => Report.None(
        "A cluster holds types that depend on each other.", LegacyFolders.Table.Separable(Legacy.Value.Types, Legacy.Value.Dependencies));

    [Fact]
    public void Folders_OfLegacy_AreOnThePageOfTheArchitecture() => Report.None(
        "docs/contribute/architecture.md has a line for each folder.",
        LegacyFolders.Table.NotOn(File.ReadLines(Path.Combine(SourceFile.Root(), "docs", "contribute", "architecture.md"))));

    [Fact]
    public void Sets_OfLegacy_AreSmallOrKnown() => Assert.Equal(
        LegacyFolders.LargeSets.OrderBy(static set => set.Key, StringComparer.Ordinal),
        Cycles.In(Legacy.Value.Dependencies.Select(static use => (use.From, use.To)))
            .Where(static set => set.Count > LargestSet)
            .Select(static set => KeyValuePair.Create(set.FirstOrDefault(LegacyFolders.LargeSets.ContainsKey) ?? set[0], set.Count))
            .OrderBy(static set => set.Key, StringComparer.Ordinal));
}
