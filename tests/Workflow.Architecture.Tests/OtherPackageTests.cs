using System.Collections.Concurrent;
using System.Xml.Linq;
using Workflow.Architecture.Tests.Reading;
using Workflow.Architecture.Tests.Rules;

namespace Workflow.Architecture.Tests;

/// <summary>Applies the rules of Workflow.Core to another package. The tests of Workflow.Core show that the rules can fail.</summary>
public abstract class OtherPackageTests
{
    /// <summary>The shared framework of ASP.NET Core. The tests count its assemblies as this one reference.</summary>
    private const string AspNetCoreFramework = "Microsoft.AspNetCore.App";

    private const string Core = "Workflow.Core";

    /// <summary>The graphs by package. xunit creates an object of this class for each test, and each assembly is read only once.</summary>
    private static readonly ConcurrentDictionary<string, AssemblyGraph> Graphs = [];

    private readonly string _package;
    private readonly RoomTable _rooms;
    private readonly string[] _packages;
    private readonly string[] _projects;
    private readonly IReadOnlyDictionary<string, string> _extensionPoints;
    private readonly AssemblyGraph _graph;

    /// <param name="package">The name of the package.</param>
    /// <param name="rooms">Its rooms.</param>
    /// <param name="packages">The packages that it may use, in alphabetical order, without the packages of this repository.</param>
    /// <param name="projects">The packages of this repository that it may use. Null means Workflow.Core only.</param>
    /// <param name="extensionPoints">Its interfaces that need no second implementer, with the reason.</param>
    private protected OtherPackageTests(
        string package, RoomTable rooms, string[] packages, IReadOnlyDictionary<string, string>? extensionPoints = null, string[]? projects = null)
    {
        _projects = projects ?? [Core];
        (_package, _rooms, _packages) = (package, rooms, packages);
        _extensionPoints = extensionPoints ?? new Dictionary<string, string>();
        _graph = Graphs.GetOrAdd(package, AssemblyGraph.Read);
    }

    [Fact]
    public void Types_OfThePackage_LieInOneRoomOfTheTable()
    {
        Assert.NotEmpty(_graph.Types);
        Report.None($"Every type of {_package} lies in one room.", _rooms.Homeless(_graph.Types));
    }

    [Fact]
    public void Rooms_OfThePackage_UseOnlyWhatTheTableAllows()
    {
        Assert.NotEmpty(_graph.Dependencies);
        Report.None("A room uses only the rooms that the table allows.", _rooms.ForbiddenUses(_graph.Dependencies));
    }

    [Fact]
    public void References_OfThePackage_AreTheExpectedOnes()
    {
        IEnumerable<string> references = _packages.Contains(AspNetCoreFramework)
            ? _graph.References.Select(static name => name.StartsWith("Microsoft.", StringComparison.Ordinal) ? AspNetCoreFramework : name)
            : _graph.References;
        Assert.Equal(
            ((string[])[.. _packages, .. _projects, Core]).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal),
            references.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void References_OfTheProject_AreTheExpectedOnes()
    {
        XDocument project = XDocument.Load(Path.Combine(SourceFile.FolderOf(_package), $"{_package}.csproj"));
        Assert.Equal(
            [.. _packages, .. _projects.Select(name => $"{PathTo(name)}/{name}.csproj")],
            project.Descendants()
                .Where(static element => element.Name.LocalName is "PackageReference" or "ProjectReference" or "FrameworkReference")
                .Select(static element => element.Attribute("Include")!.Value));
    }

    private string PathTo(string project) =>
        Path.GetRelativePath(SourceFile.FolderOf(_package), SourceFile.FolderOf(project)).Replace('\\', '/');

    [Fact]
    public void Interfaces_OfThePackage_HaveTwoImplementers() =>
        Report.None("An interface has two implementers.", ExtensionPoints.Violations(_graph.Interfaces, _extensionPoints));

    public sealed class Etw() : OtherPackageTests("Workflow.Tracking.Etw", RoomTable.Etw, []);

    /// <summary>A separate package, because a framework reference in the package of the host would make each worker service need ASP.NET Core.</summary>
    public sealed class AspNetCore() : OtherPackageTests(
        "Workflow.Extensions.AspNetCore", RoomTable.AspNetCore, [AspNetCoreFramework], projects: ["Workflow.Extensions.Hosting"]);

    /// <summary>A package that connects two packages, neither of which references the other.</summary>
    public sealed class HostingSql() : OtherPackageTests(
        "Workflow.Extensions.Hosting.Sql",
        RoomTable.HostingSql,
        [
            "Microsoft.Extensions.Configuration.Abstractions",
            "Microsoft.Extensions.DependencyInjection.Abstractions",
            "Microsoft.Extensions.Hosting.Abstractions",
            "Microsoft.Extensions.Logging.Abstractions",
            "Microsoft.Extensions.Options",
        ],
        projects: ["Workflow.Extensions.Hosting", "Workflow.Persistence.Sql"]);

    public sealed class Hosting() : OtherPackageTests(
        "Workflow.Extensions.Hosting",
        RoomTable.Hosting,
        [
            "Microsoft.Extensions.DependencyInjection.Abstractions",
            "Microsoft.Extensions.Diagnostics.HealthChecks",
            "Microsoft.Extensions.Diagnostics.HealthChecks.Abstractions",
            "Microsoft.Extensions.Hosting.Abstractions",
            "Microsoft.Extensions.Logging.Abstractions",
            "Microsoft.Extensions.Options",
        ],
        ExtensionPoints.Hosting);

    public sealed class Sql() : OtherPackageTests(
        "Workflow.Persistence.Sql", RoomTable.Sql, ["Dapper", "Microsoft.Data.SqlClient", "Microsoft.Extensions.Logging.Abstractions"]);

    public sealed class Testing() : OtherPackageTests("Workflow.Testing", RoomTable.Testing, []);

    /// <summary>Conditions and actions of rules are CodeDom expressions, as in WF3. Instances are saved in stores of Workflow.Core.</summary>
    public sealed class Legacy() : OtherPackageTests("Workflow.Interop.Legacy", RoomTable.Legacy, ["System.CodeDom"], ExtensionPoints.Legacy);
}
