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

    /// <summary>The packages that bring assemblies with other names.</summary>
    private static readonly Dictionary<string, string> XunitPackages = new()
    {
        ["xunit.abstractions"] = "xunit.extensibility.execution",
        ["xunit.core"] = "xunit.extensibility.execution",
        ["xunit.execution.dotnet"] = "xunit.extensibility.execution",
    };

    private readonly string _package;
    private readonly string _heading;
    private readonly RoomTable _rooms;
    private readonly FolderTable _folders;
    private readonly string[] _packages;
    private readonly string[] _projects;
    private readonly IReadOnlyDictionary<string, string> _extensionPoints;
    private readonly AssemblyGraph _graph;

    /// <param name="package">The name of the package.</param>
    /// <param name="heading">The heading of its section in docs/contribute/architecture.md.</param>
    /// <param name="rooms">Its rooms.</param>
    /// <param name="packages">The packages that it may use, in alphabetical order, without the packages of this repository.</param>
    /// <param name="folders">The folders in its rooms. Null means one folder for each room.</param>
    /// <param name="extensionPoints">Its interfaces that need no second implementer, with the reason.</param>
    /// <param name="projects">The packages of this repository that it may use. Null means Workflow.Core only.</param>
    private protected OtherPackageTests(
        string package,
        string heading,
        RoomTable rooms,
        string[] packages,
        FolderTable? folders = null,
        IReadOnlyDictionary<string, string>? extensionPoints = null,
        string[]? projects = null)
    {
        _projects = projects ?? [Core];
        (_package, _heading, _rooms, _packages) = (package, heading, rooms, packages);
        _folders = folders ?? FolderTable.OneForEachOf(rooms);
        _extensionPoints = extensionPoints ?? new Dictionary<string, string>();
        _graph = AssemblyGraph.Of(package);
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
    public void Rooms_OfTheTable_AreUsedWithoutCycles() => Report.None("The table has no needless entry and no cycle.", _rooms.Needless(_graph.Dependencies));

    [Fact]
    public void Folders_OfThePackage_MatchTheTable() =>
        Report.None("A folder uses the folders of its room that the table says.", _folders.Differences(_graph.Types, _graph.Dependencies));

    [Fact]
    public void Folders_OfThePackage_FormNoCycles() => Report.None("The folders of a room form no cycle.", _folders.CyclicUses(_graph.Dependencies));

    [Fact]
    public void Clusters_OfThePackage_HaveNoSeparableTypes() =>
        Report.None("A cluster holds types that depend on each other.", _folders.Separable(_graph.Types, _graph.Dependencies));

    [Fact]
    public void Tables_OfThePackage_AreOnThePageOfTheArchitecture()
    {
        Report.None(
            "docs/contribute/architecture.md has a line for each room.",
            PageTable.Differences(PageTable.Read(PageTable.Page(), _heading, "Room"), _rooms.MayUse));
        Report.None(
            "docs/contribute/architecture.md has a line for each folder of a room with several folders.",
            PageTable.Differences(PageTable.Read(PageTable.Page(), _heading, "Folder"), _folders.Divided));
    }

    [Fact]
    public void References_OfThePackage_AreTheExpectedOnes()
    {
        IEnumerable<string> references = _packages.Contains(AspNetCoreFramework)
            ? _graph.References.Select(static name => name.StartsWith("Microsoft.", StringComparison.Ordinal) ? AspNetCoreFramework : name)
            : _graph.References.Select(static name => XunitPackages.GetValueOrDefault(name, name));
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

    public sealed class Etw() : OtherPackageTests("Workflow.Tracking.Etw", "## The events", RoomTable.Etw, []);

    /// <summary>A separate package, because a framework reference in the package of the host would make each worker service need ASP.NET Core.</summary>
    public sealed class AspNetCore() : OtherPackageTests(
        "Workflow.Extensions.AspNetCore", "## The host in ASP.NET Core", RoomTable.AspNetCore, [AspNetCoreFramework], projects: ["Workflow.Extensions.Hosting"]);

    /// <summary>A package that connects two packages, neither of which references the other.</summary>
    public sealed class HostingSql() : OtherPackageTests(
        "Workflow.Extensions.Hosting.Sql",
        "## The host with a store in a database",
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
        "## The host",
        RoomTable.Hosting,
        [
            "Microsoft.Extensions.DependencyInjection.Abstractions",
            "Microsoft.Extensions.Diagnostics.HealthChecks",
            "Microsoft.Extensions.Diagnostics.HealthChecks.Abstractions",
            "Microsoft.Extensions.Hosting.Abstractions",
            "Microsoft.Extensions.Logging.Abstractions",
            "Microsoft.Extensions.Options",
        ]);

    public sealed class Sql() : OtherPackageTests(
        "Workflow.Persistence.Sql",
        "## The store in a database",
        RoomTable.Sql,
        ["Dapper", "Microsoft.Data.SqlClient", "Microsoft.Extensions.Logging.Abstractions"],
        SqlFolders.Table);

    /// <summary>The suites are xunit tests, and the package discovers the ones that a class runs.</summary>
    public sealed class Conformance() : OtherPackageTests(
        "Workflow.Persistence.Conformance", "## The tests of all stores", RoomTable.Conformance, ["xunit.assert", "xunit.extensibility.execution"]);

    public sealed class Testing() : OtherPackageTests("Workflow.Testing", "## The test kit", RoomTable.Testing, []);

    /// <summary>Conditions and actions of rules are CodeDom expressions, as in WF3. Instances are saved in stores of Workflow.Core.</summary>
    public sealed class Legacy() : OtherPackageTests(
        "Workflow.Interop.Legacy", "## The runtime for WF3 activities", RoomTable.Legacy, ["System.CodeDom"], LegacyFolders.Table, ExtensionPoints.Legacy);
}
