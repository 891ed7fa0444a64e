using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

/// <summary>Checks the compiled Workflow.Core against the table of rooms. A second test of each check has a graph that violates it.</summary>
public sealed class RoomTests
{
    [Fact]
    public void Types_OfCore_LieInOneRoomOfTheTable()
    {
        Assert.NotEmpty(AssemblyGraph.Core.Types);
        Report.None("Every type of Workflow.Core lies in one room.", RoomTable.Core.Homeless(AssemblyGraph.Core.Types));
    }

    [Fact]
    public void Types_OutsideEveryRoomOrInTwo_AreAllReported() => Assert.Equal(
        ["W.Stray lies in 'Helpers', which is no room", "W.Torn lies in several rooms: Data, Runtime"],
        RoomTable.Core.Homeless([Type("W.Stray", "Helpers"), Type("W.Torn", "Data", "Runtime"), Type("W.Good", "Data")]));

    [Fact]
    public void Rooms_OfCore_UseOnlyWhatTheTableAllows() =>
        Report.None("A room uses only the rooms that the table allows.", RoomTable.Core.ForbiddenUses(AssemblyGraph.Core.Dependencies));

    [Fact]
    public void Rooms_UsedAgainstTheTable_AreAllReported() => Assert.Equal(
        ["Data: W.A -> Authoring: W.B", "Statements/Errors: W.C -> Runtime/Faults: W.D", "Nowhere: W.E -> Data: W.F", "Hosting: W.G -> Statements/Errors: W.H"],
        RoomTable.Core.ForbiddenUses(
        [
            Use("W.A", "Data/", "W.B", "Authoring/"),
            Use("W.C", "Statements/Errors", "W.D", "Runtime/Faults"),
            Use("W.E", "Nowhere/", "W.F", "Data/"),
            Use("W.G", "Hosting/", "W.H", "Statements/Errors"),
            Use("W.I", "Runtime/Faults", "W.J", "Runtime/Scopes"),
            Use("W.K", "Hosting/", "W.L", "Runtime/Execution"),
        ]));

    [Fact]
    public void Rooms_OfTheTable_AreUsedWithoutCycles() =>
        Report.None("The table has no needless entry and no cycle.", RoomTable.Core.Needless(AssemblyGraph.Core.Dependencies));

    [Fact]
    public void Rooms_NeedlessInTheTable_AreAllReported() => Assert.Equal(
        ["Store -> Rows is in the table and in no type", "Engines, Store form a cycle"],
        new RoomTable(new Dictionary<string, string[]> { ["Rows"] = [], ["Engines"] = ["Store"], ["Store"] = ["Engines", "Rows"] }, null)
            .Needless([Use("W.A", "Engines", "W.B", "Store"), Use("W.B", "Store", "W.A", "Engines/Sqlite")]));

    [Fact]
    public void Rooms_OfTheTable_AreOnThePageOfTheArchitecture() => Report.None(
        "docs/contribute/architecture.md has a line for each room.",
        PageTable.Differences(PageTable.Read(PageTable.Page(), "## Rooms", "Room"), RoomTable.Core.MayUse));

    [Fact]
    public void Families_OfStatements_DoNotUseEachOther() =>
        Report.None("A family of statements uses no other family.", RoomTable.Core.FamilyUses(AssemblyGraph.Core.Dependencies));

    [Fact]
    public void Families_ThatUseEachOther_AreAllReported() => Assert.Equal(
        ["Statements/Errors: W.TryCatch -> Statements/ControlFlow: W.Sequence", "Statements: W.Common -> Statements/Errors: W.Throw"],
        RoomTable.Core.FamilyUses(
        [
            Use("W.TryCatch", "Statements/Errors", "W.Sequence", "Statements/ControlFlow"),
            Use("W.Common", "Statements/", "W.Throw", "Statements/Errors"),
            Use("W.If", "Statements/ControlFlow", "W.While", "Statements/ControlFlow"),
            Use("W.If", "Statements/ControlFlow", "W.Common", "Statements/"),
        ]));

    [Fact]
    public void RuntimeRoom_OfCore_HasNoPublicType() =>
        Report.None("The Runtime room is entirely internal.", PublicIn("Runtime", AssemblyGraph.Core.Types));

    [Fact]
    public void RuntimeRoom_WithAPublicType_IsReported() => Assert.Equal(
        ["W.Open"],
        PublicIn(
            "Runtime",
            [
                new TypeNode("W.Open", true, [Place.Of("Runtime/Faults/Open.cs")]),
                Type("W.Closed", "Runtime"),
                new TypeNode("W.Far", true, [Place.Of("Data/Far.cs")])
            ]));

    private static IReadOnlyList<string> PublicIn(string room, IEnumerable<TypeNode> types) =>
        [.. types.Where(type => type.IsPublic && type.Place.Room == room).Select(type => type.Name)];

    private static TypeNode Type(string name, params string[] rooms) => new(name, false, [.. rooms.Select(room => new Place(room))]);

    private static Dependency Use(string from, string fromFolder, string to, string toFolder) => new(from, At(fromFolder), to, At(toFolder));

    private static Place At(string folder) => new(folder.TrimEnd('/'));
}
