using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

/// <summary>Checks the folders inside the rooms of Workflow.Core against their table. A second test of each check has a graph that violates it.</summary>
public sealed class FolderTests
{
    private static readonly FolderTable Small = new(
        new Dictionary<string, string[]> { ["Data"] = [], ["Data/Slots"] = ["Data"], ["Data/Old"] = [], ["Data/Set"] = ["Data", "Data/Slots"] },
        new Dictionary<string, string[]> { ["Data/Set"] = ["W.Sibling", "W.Needless"] });

    [Fact]
    public void Folders_OfCore_MatchTheTable()
    {
        Assert.NotEmpty(AssemblyGraph.Core.Types);
        Report.None(
            "A folder uses the folders of its room that the table says.",
            CoreFolders.Table.Differences(AssemblyGraph.Core.Types, AssemblyGraph.Core.Dependencies));
    }

    [Fact]
    public void Folders_ThatDifferFromTheTable_AreAllReported() => Assert.Equal(
        [
            "Data/New is not in the table",
            "Hosting/A is not in the table",
            "Data/Old is in the table and has no types",
            "Data: W.A -> Data/Slots: W.B",
            "Data/Set -> Data is in the table and in no type",
        ],
        Small.Differences(
            [
                Type("W.A", "Data"), Type("W.B", "Data/Slots"), Type("W.C", "Data/New"),
                Type("W.D", "Data/Set/One"), Type("W.E", "Data/Set/Two"), Type("W.F", "Hosting/A")
            ],
            [
                Use("W.A", "Data", "W.B", "Data/Slots"),
                Use("W.B", "Data/Slots", "W.A", "Data"),
                Use("W.D", "Data/Set/One", "W.E", "Data/Set/Two"),
                Use("W.D", "Data/Set/One", "W.B", "Data/Slots"),
                Use("W.F", "Hosting/A", "W.A", "Data"),
                Use("W.F", "Hosting/A", "W.G", "Hosting/C"),
            ]));

    [Fact]
    public void Folders_OfCore_FormNoCycles() =>
        Report.None("The folders of a room form no cycle.", CoreFolders.Table.CyclicUses(AssemblyGraph.Core.Dependencies));

    [Fact]
    public void Folders_InCycles_AreAllReported() => Assert.Equal(
        [
            "Data: W.A -> Data/Slots: W.B closes a cycle",
            "Data/Slots: W.B -> Data: W.A closes a cycle",
            "Hosting/A: W.F -> Hosting/B: W.G closes a cycle",
            "Hosting/B: W.G -> Hosting/C: W.H closes a cycle",
            "Hosting/C: W.H -> Hosting/A: W.F closes a cycle",
        ],
        Small.CyclicUses(
        [
            Use("W.A", "Data", "W.B", "Data/Slots"),
            Use("W.B", "Data/Slots", "W.A", "Data"),
            Use("W.D", "Data/Set/One", "W.E", "Data/Set/Two"),
            Use("W.E", "Data/Set/Two", "W.D", "Data/Set/One"),
            Use("W.D", "Data/Set/One", "W.A", "Data"),
            Use("W.F", "Hosting/A", "W.G", "Hosting/B"),
            Use("W.G", "Hosting/B", "W.H", "Hosting/C"),
            Use("W.H", "Hosting/C", "W.F", "Hosting/A"),
            Use("W.F", "Hosting/A", "W.A", "Data"),
        ]));

    [Fact]
    public void Folders_InKnownCycles_CanOnlyLeaveThem() => Assert.Equal(
        ["Data/Slots: W.B -> Data/New: W.C closes a cycle", "Data/New: W.C -> Data: W.A closes a cycle", "Data/Old is in no cycle; remove it from the known cycles"],
        new FolderTable(new Dictionary<string, string[]>(), cycles: [["Data", "Data/Slots", "Data/Old"]]).CyclicUses(
        [
            Use("W.A", "Data", "W.B", "Data/Slots"),
            Use("W.B", "Data/Slots", "W.A", "Data"),
            Use("W.B", "Data/Slots", "W.C", "Data/New"),
            Use("W.C", "Data/New", "W.A", "Data"),
            Use("W.D", "Data/Old", "W.A", "Data"),
        ]));

    [Fact]
    public void Clusters_OfCore_HaveNoSeparableTypes() =>
        Report.None("A cluster holds types that depend on each other.", CoreFolders.Table.Separable(AssemblyGraph.Core.Types, AssemblyGraph.Core.Dependencies));

    [Fact]
    public void Clusters_WithSeparableTypes_ReportThem() => Assert.Equal(
        ["W.Apart could lie outside of Data/Set", "W.Needless is an exception of Data/Set and needs none"],
        Small.Separable(
            [
                Type("W.D", "Data/Set/One"), Type("W.E", "Data/Set/Two"), Type("W.Apart", "Data/Set/Two"),
                Type("W.Sibling", "Data/Set/One"), Type("W.Needless", "Data/Set/One")
            ],
            [
                Use("W.D", "Data/Set/One", "W.E", "Data/Set/Two"),
                Use("W.E", "Data/Set/Two", "W.Needless", "Data/Set/One"),
                Use("W.Needless", "Data/Set/One", "W.D", "Data/Set/One"),
                Use("W.Apart", "Data/Set/Two", "W.D", "Data/Set/One"),
            ]));

    [Fact]
    public void Folders_OfTheTable_AreOnThePageOfTheArchitecture() => Report.None(
        "docs/contribute/architecture.md has a line for each folder of a room with several folders.",
        PageTable.Differences(PageTable.Read(PageTable.Page(), "## Folders", "Folder"), CoreFolders.Table.Divided));

    [Fact]
    public void Files_ThatThePageOfTheArchitectureNames_Exist() => Report.None(
        "A file that docs/contribute/architecture.md names exists.",
        CoreFolders.Table.MissingFiles(
            string.Join('\n', PageTable.Page()),
            path => File.Exists(Path.Combine(SourceFile.Root(), "Workflow.Core", path))));

    [Fact]
    public void Files_ThatDoNotExist_AreReported() => Assert.Equal(
        ["Data/Slots/Gone.cs does not exist"],
        Small.MissingFiles("See `Data/Slots/Gone.cs`, `Data/Location.cs`, `Hosting/A/Gone.cs` and `docs/Gone.cs`.", path => path == "Data/Location.cs"));

    [Fact]
    public void Folders_DocumentedOtherwise_AreAllReported() => Assert.Equal(
        [
            "Data/Old has no line; write: | `Data/Old` | purpose |  |",
            "Data/Gone has a line and is not in the table",
            "the line of Data/Set says 'Data', and the table 'Data, Data/Slots'",
        ],
        PageTable.Differences(
            PageTable.Read(
                [
                    "## Other", "| Folder | Purpose | Uses |", "| `Data/Other` | other | Data |",
                    "## Small", "| Room | Purpose |", "| `Data/Room` | a room |", "",
                    "| Folder | Purpose | Uses |", "|---|---|---|", "| `Data` | values |  |", "| `Data/Slots` | slots of `Data` | `Data` |",
                    "| `Data/Gone` | nothing | |", "| `Data/Set` | `Data/Old` | Data |", "`Data/Old` is old.", "## Next", "| `Data/Old` | old | |",
                ],
                "## Small",
                "Folder"),
            Small.Divided));

    [Fact]
    public void Folders_InOneRoomEach_NeedNoLine() =>
        Assert.Empty(FolderTable.OneForEachOf(RoomTable.Testing).Divided);

    [Fact]
    public void Cycles_OfAGraph_AreItsConnectedComponents() => Assert.Equal(
        [["a", "b", "c"], ["d", "e"]],
        Cycles.In([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "d"), ("e", "f"), ("f", "f")]));

    private static TypeNode Type(string name, string folder) => new(name, false, [new Place(folder)]);

    private static Dependency Use(string from, string fromFolder, string to, string toFolder) => new(from, new Place(fromFolder), to, new Place(toFolder));
}
