using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Workflow.Packaging.Tests;

/// <summary>Tests of the content and metadata of the packages.</summary>
[Collection(PackageCollection.Name)]
public sealed partial class PackageTests(PackedPackages packages)
{
    /// <summary>The maximum length of release notes that the public package registry accepts, in characters.</summary>
    private const int LongestNotes = 35_000;

    private static readonly byte[] PngSignature = [0x89, .. "PNG\r\n\x1a\n"u8];

    public static TheoryData<string> Libraries =>
    [
        "Workflow.Core", "Workflow.Extensions.AspNetCore", "Workflow.Extensions.Hosting", "Workflow.Extensions.Hosting.Sql",
        "Workflow.Interop.Legacy", "Workflow.Persistence.Conformance", "Workflow.Persistence.Sql", "Workflow.Testing", "Workflow.Tracking.Etw",
    ];

    public static TheoryData<string> All
    {
        get
        {
            TheoryData<string> all = Libraries;
            all.Add("Workflow.ProjectTemplates");
            return all;
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Package_OfTheLibrary_HasAnIcon(string package)
    {
        Assert.Equal("icon.png", packages.MetadataOf(package, "icon"));
        Assert.Equal(PngSignature, packages.BytesOf(packages.Source, package, "icon.png")[..8]);
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Package_OfTheLibrary_HasReleaseNotesOfItsOwn(string package)
    {
        string notes = packages.MetadataOf(package, "releaseNotes");
        Assert.Contains("\n- ", notes, StringComparison.Ordinal);
        Assert.DoesNotContain("## ", notes, StringComparison.Ordinal);
        Assert.InRange(notes.Length, 1, LongestNotes);
        Assert.Contains(
            notes.ReplaceLineEndings(),
            File.ReadAllText(Path.Combine(PackedPackages.FolderOf(package), "RELEASES.md")).ReplaceLineEndings(),
            StringComparison.Ordinal);
    }

    /// <summary>Central version pins serve the restore of the repository only and must not become dependencies of a package.</summary>
    [Theory]
    [MemberData(nameof(Libraries))]
    public void Package_OfTheLibrary_DependsOnWhatItsProjectReferences(string package)
    {
        XDocument project = XDocument.Load(Path.Combine(PackedPackages.FolderOf(package), $"{package}.csproj"));
        IEnumerable<string> referenced = project.Descendants()
            .Where(element => element.Name.LocalName is "PackageReference" or "ProjectReference" && element.Attribute("PrivateAssets")?.Value != "all")
            .Select(element => Path.GetFileName(element.Attribute("Include")!.Value).Replace(".csproj", string.Empty, StringComparison.Ordinal));
        IEnumerable<string> dependencies = XDocument.Parse(packages.TextOf(packages.Source, package, $"{package}.nuspec")).Descendants()
            .Where(element => element.Name.LocalName == "dependency")
            .Select(element => element.Attribute("id")!.Value);
        Assert.Equal(referenced.Order(StringComparer.Ordinal), dependencies.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Package_WithTemplates_DependsOnNothing() =>
        Assert.DoesNotContain(
            "<dependency ",
            packages.TextOf(packages.Source, "Workflow.ProjectTemplates", "Workflow.ProjectTemplates.nuspec"),
            StringComparison.Ordinal);

    /// <summary>The package gets the analyzers from their build output, even if ArtifactsPath moves that folder.</summary>
    [Fact]
    public async Task Analyzers_WithAnArtifactsPath_AreTakenFromThere()
    {
        string artifacts = packages.NewFolder();
        string files = await Sdk.RunAsync(
            PackedPackages.Root,
            "msbuild", "Workflow.Core/Workflow.Core.csproj", "-t:AddAnalyzersToPackage", "-getItem:None",
            $"-p:ArtifactsPath={artifacts}", "-nologo");
        Assert.Contains($"{artifacts}/bin/Workflow.Analyzers/", files, StringComparison.Ordinal);
        Assert.Contains($"{artifacts}/bin/Workflow.Analyzers.CodeFixes/", files, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Workflow.Analyzers.dll")]
    [InlineData("Workflow.Analyzers.CodeFixes.dll")]
    public void Package_OfTheCore_HasTheAnalyzersAndNoDependencyForThem(string assembly)
    {
        Assert.NotEmpty(packages.BytesOf(packages.Source, "Workflow.Core", $"analyzers/dotnet/cs/{assembly}"));
        string nuspec = packages.TextOf(packages.Source, "Workflow.Core", "Workflow.Core.nuspec");
        Assert.DoesNotContain("CodeAnalysis", nuspec, StringComparison.Ordinal);
        Assert.DoesNotContain("Workflow.Analyzers", nuspec, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Sqlite", "workflow_instances")]
    [InlineData("PostgreSql", "workflow.instances")]
    public void Package_ForSql_HasTheScriptsOfTheSchema(string engine, string view)
    {
        string script = packages.TextOf(packages.Source, "Workflow.Persistence.Sql", $"sql/{engine}/Schema/0001.sql");
        Assert.Contains($"CREATE VIEW {view} AS", script, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Sqlite")]
    [InlineData("PostgreSql")]
    [InlineData("SqlServer")]
    public void Package_ForWf3_HasTheScriptsOfTheTrackingTables(string engine) => Assert.Contains(
        "workflow_tracking_events (", packages.TextOf(packages.Source, "Workflow.Interop.Legacy", $"sql/tracking/{engine}.sql"), StringComparison.Ordinal);

    [Theory]
    [InlineData("PostgreSql")]
    [InlineData("SqlServer")]
    public void Package_ForSql_HasTheRolesOfServers(string engine) => Assert.Contains(
        "TO workflow_reader;", packages.TextOf(packages.Source, "Workflow.Persistence.Sql", $"sql/{engine}/Rights/Roles.sql"), StringComparison.Ordinal);

    [Theory]
    [MemberData(nameof(All))]
    public void Readme_OfAPackage_IsItsOwnAndHasNoRelativeLinks(string package)
    {
        string readme = packages.TextOf(packages.Source, package, "README.md");
        Assert.StartsWith($"# {package}\n", readme.ReplaceLineEndings("\n"), StringComparison.Ordinal);
        Assert.Contains(
            package == "Workflow.ProjectTemplates" ? "dotnet new install Workflow.ProjectTemplates" : $"dotnet add package {package}",
            readme,
            StringComparison.Ordinal);
        Assert.Matches(@"\(`docs/[\w/-]+\.md`\)", readme);
        Assert.DoesNotMatch(RelativeLink(), readme);
        Assert.DoesNotContain("../", readme, StringComparison.Ordinal);
    }

    [Fact]
    public void Readme_OfAPublishedPackage_LinksToTheRepository()
    {
        string readme = packages.TextOf(packages.Published, "Workflow.Core", "README.md");
        Assert.Contains($"[Hosting]({PackedPackages.Repository}/blob/HEAD/docs/host/hosting.md)", readme, StringComparison.Ordinal);
        Assert.DoesNotMatch(RelativeLink(), readme);
    }

    [GeneratedRegex(@"\]\((?!https?://|#)([^)]+)\)")]
    private static partial Regex RelativeLink();
}
