using System.Xml.Linq;
using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

/// <summary>Workflow.Interop.Legacy by the rules of Workflow.Core; that the rules are able to fail, the tests of that one show.</summary>
public sealed class LegacyTests
{
    private const string Package = "Workflow.Interop.Legacy";

    // Conditions and actions of rules are expressions of CodeDom, as in WF3.
    private const string OnlyPackage = "System.CodeDom";

    private static readonly AssemblyGraph Legacy = AssemblyGraph.Read(Package);

    [Fact]
    public void Types_OfLegacy_LieInOneRoomOfTheTable()
    {
        Assert.NotEmpty(Legacy.Types);
        Report.None($"Every type of {Package} lies in one room.", RoomTable.Legacy.Homeless(Legacy.Types));
    }

    [Fact]
    public void Rooms_OfLegacy_UseOnlyWhatTheTableAllows()
    {
        Assert.NotEmpty(Legacy.Dependencies);
        Report.None("A room uses only the rooms that the table allows.", RoomTable.Legacy.ForbiddenUses(Legacy.Dependencies));
    }

    [Fact]
    public void References_OfLegacy_AreTheSharedFrameworkAndCodeDom() => Assert.Equal([OnlyPackage], Legacy.References);

    [Fact]
    public void References_OfLegacyProject_AreCodeDom()
    {
        XDocument project = XDocument.Load(Path.Combine(SourceFile.Root(), Package, $"{Package}.csproj"));
        IEnumerable<string> references = project.Descendants()
            .Where(static element => element.Name.LocalName is "PackageReference" or "ProjectReference" or "FrameworkReference")
            .Select(static element => element.Attribute("Include")!.Value);
        Assert.Equal([OnlyPackage], references);
    }

    [Fact]
    public void Interfaces_OfLegacy_HaveTwoImplementers() =>
        Report.None("An interface has two implementers.", ExtensionPoints.Violations(Legacy.Interfaces, ExtensionPoints.Legacy));
}
