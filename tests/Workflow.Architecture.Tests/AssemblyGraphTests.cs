using Workflow.Architecture.Tests.Reading;

namespace Workflow.Architecture.Tests;

/// <summary>Tests of the reader on this assembly. The folders SampleUser and SampleUsed serve as two rooms.</summary>
public sealed class AssemblyGraphTests
{
    private static readonly AssemblyGraph Own = AssemblyGraph.Read("Workflow.Architecture.Tests");

    public static TheoryData<string> UsedTypes() => [.. Own.Types.Where(type => type.Place.Room == "SampleUsed").Select(type => type.Name)];

    [Theory]
    [MemberData(nameof(UsedTypes))]
    public void Dependencies_EachKindOfMention_IsFound(string used) =>
        Assert.Contains(Own.Dependencies, use => use.FromPlace.Room == "SampleUser" && use.To == used);

    [Fact]
    public void Dependencies_OfTypesThatMentionNothing_AreEmpty() =>
        Assert.DoesNotContain(Own.Dependencies, use => use.FromPlace.Room == "SampleUsed");

    [Fact]
    public void Types_WithAndWithoutBodies_HaveThePlaceOfTheirSource()
    {
        Assert.Equal(new Place("SampleUsed"), Assert.Single(Own.Types, type => type.Name.EndsWith(".IUsedInterface", StringComparison.Ordinal)).Place);
        Assert.Equal(new Place("SampleUsed"), Assert.Single(Own.Types, type => type.Name.EndsWith(".UsedEnum", StringComparison.Ordinal)).Place);
        Assert.Equal(new Place("Rules"), Assert.Single(Own.Types, type => type.Name.EndsWith(".RoomTable", StringComparison.Ordinal)).Place);
    }

    [Fact]
    public void PlaceOf_PathInAFamily_IsRoomAndFamily()
    {
        Assert.Equal(new Place("Statements/ControlFlow"), Place.Of("Statements/ControlFlow/If.cs"));
        Assert.Equal(new Place("Data"), Place.Of("Data/Location.cs"));
        Assert.Equal(new Place(string.Empty), Place.Of("Stray.cs"));
    }
}
