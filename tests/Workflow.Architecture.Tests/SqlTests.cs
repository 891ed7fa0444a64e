using System.Xml.Linq;
using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

/// <summary>Workflow.Persistence.Sql by the rules of Workflow.Core; that the rules are able to fail, the tests of that one show.</summary>
public sealed class SqlTests
{
    private const string Package = "Workflow.Persistence.Sql";

    private static readonly AssemblyGraph Sql = AssemblyGraph.Read(Package);

    [Fact]
    public void Types_OfSql_LieInOneRoomOfTheTable()
    {
        Assert.NotEmpty(Sql.Types);
        Report.None($"Every type of {Package} lies in one room.", RoomTable.Sql.Homeless(Sql.Types));
    }

    [Fact]
    public void Rooms_OfSql_UseOnlyWhatTheTableAllows()
    {
        Assert.NotEmpty(Sql.Dependencies);
        Report.None("A room uses only the rooms that the table allows.", RoomTable.Sql.ForbiddenUses(Sql.Dependencies));
    }

    [Fact]
    public void References_OfSql_AreTheSharedFrameworkCoreItsDriverAndLogging() =>
        Assert.Equal(["Microsoft.Data.SqlClient", "Microsoft.Extensions.Logging.Abstractions", "Workflow.Core"], Sql.References.Order(StringComparer.Ordinal));

    [Fact]
    public void References_OfSqlProject_AreCoreItsDriverAndLogging()
    {
        XDocument project = XDocument.Load(Path.Combine(SourceFile.Root(), Package, $"{Package}.csproj"));
        Assert.Equal(
            ["Microsoft.Data.SqlClient", "Microsoft.Extensions.Logging.Abstractions", "../Workflow.Core/Workflow.Core.csproj"],
            project.Descendants()
                .Where(element => element.Name.LocalName is "PackageReference" or "ProjectReference" or "FrameworkReference")
                .Select(element => element.Attribute("Include")!.Value));
    }

    [Fact]
    public void Interfaces_OfSql_HaveTwoImplementers() =>
        Report.None("An interface has two implementers.", ExtensionPoints.Violations(Sql.Interfaces, new Dictionary<string, string>()));
}
