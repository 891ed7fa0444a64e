using System.Xml.Linq;
using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

/// <summary>Workflow.Testing by the rules of Workflow.Core; that the rules are able to fail, the tests of that one show.</summary>
public sealed class TestingTests
{
    private const string Package = "Workflow.Testing";

    private static readonly AssemblyGraph Testing = AssemblyGraph.Read(Package);

    [Fact]
    public void Types_OfTesting_LieInOneRoomOfTheTable()
    {
        Assert.NotEmpty(Testing.Types);
        Report.None($"Every type of {Package} lies in one room.", RoomTable.Testing.Homeless(Testing.Types));
    }

    [Fact]
    public void Rooms_OfTesting_UseOnlyWhatTheTableAllows()
    {
        Assert.NotEmpty(Testing.Dependencies);
        Report.None("A room uses only the rooms that the table allows.", RoomTable.Testing.ForbiddenUses(Testing.Dependencies));
    }

    [Fact]
    public void References_OfTesting_AreTheSharedFrameworkAndCore() => Assert.Equal(["Workflow.Core"], Testing.References);

    [Fact]
    public void References_OfTestingProject_AreCore()
    {
        XDocument project = XDocument.Load(Path.Combine(SourceFile.Root(), Package, $"{Package}.csproj"));
        Assert.Equal(
            ["../Workflow.Core/Workflow.Core.csproj"],
            project.Descendants()
                .Where(element => element.Name.LocalName is "PackageReference" or "ProjectReference" or "FrameworkReference")
                .Select(element => element.Attribute("Include")!.Value));
    }

    [Fact]
    public void Interfaces_OfTesting_HaveTwoImplementers() =>
        Report.None("An interface has two implementers.", ExtensionPoints.Violations(Testing.Interfaces, new Dictionary<string, string>()));
}
