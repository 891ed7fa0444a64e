using System.Xml.Linq;
using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

/// <summary>Workflow.Tracking.Etw by the rules of Workflow.Core; that the rules are able to fail, the tests of that one show.</summary>
public sealed class EtwTests
{
    private const string Package = "Workflow.Tracking.Etw";

    private static readonly AssemblyGraph Etw = AssemblyGraph.Read(Package);

    [Fact]
    public void Types_OfEtw_LieInOneRoomOfTheTable()
    {
        Assert.NotEmpty(Etw.Types);
        Report.None($"Every type of {Package} lies in one room.", RoomTable.Etw.Homeless(Etw.Types));
    }

    [Fact]
    public void Rooms_OfEtw_UseOnlyWhatTheTableAllows()
    {
        Assert.NotEmpty(Etw.Dependencies);
        Report.None("A room uses only the rooms that the table allows.", RoomTable.Etw.ForbiddenUses(Etw.Dependencies));
    }

    [Fact]
    public void References_OfEtw_AreTheSharedFrameworkAndCore() => Assert.Equal(["Workflow.Core"], Etw.References);

    [Fact]
    public void References_OfEtwProject_AreCore()
    {
        XDocument project = XDocument.Load(Path.Combine(SourceFile.Root(), Package, $"{Package}.csproj"));
        Assert.Equal(
            ["../Workflow.Core/Workflow.Core.csproj"],
            project.Descendants()
                .Where(element => element.Name.LocalName is "PackageReference" or "ProjectReference" or "FrameworkReference")
                .Select(element => element.Attribute("Include")!.Value));
    }

    [Fact]
    public void Interfaces_OfEtw_HaveTwoImplementers() =>
        Report.None("An interface has two implementers.", ExtensionPoints.Violations(Etw.Interfaces, new Dictionary<string, string>()));
}
