using System.Text.RegularExpressions;

namespace Workflow.Packaging.Tests;

/// <summary>What a package brings and says about itself.</summary>
[Collection(PackageCollection.Name)]
public sealed partial class PackageTests(PackedPackages packages)
{
    private static readonly byte[] PngSignature = [0x89, .. "PNG\r\n\x1a\n"u8];

    [Theory]
    [InlineData("Workflow.Core")]
    [InlineData("Workflow.Extensions.AspNetCore")]
    [InlineData("Workflow.Extensions.Hosting")]
    [InlineData("Workflow.Extensions.Hosting.Sql")]
    [InlineData("Workflow.Interop.Legacy")]
    [InlineData("Workflow.Persistence.Sql")]
    [InlineData("Workflow.Testing")]
    [InlineData("Workflow.Tracking.Etw")]
    public void Package_OfTheLibrary_HasAnIcon(string package)
    {
        Assert.Equal("icon.png", packages.MetadataOf(package, "icon"));
        Assert.Equal(PngSignature, packages.BytesOf(packages.Source, package, "icon.png")[..8]);
    }

    [Theory]
    [InlineData("Workflow.Core")]
    [InlineData("Workflow.Extensions.AspNetCore")]
    [InlineData("Workflow.Extensions.Hosting")]
    [InlineData("Workflow.Extensions.Hosting.Sql")]
    [InlineData("Workflow.Interop.Legacy")]
    [InlineData("Workflow.Persistence.Sql")]
    [InlineData("Workflow.Testing")]
    [InlineData("Workflow.Tracking.Etw")]
    public void Package_OfTheLibrary_HasTheReleaseNotesOfTheChangelog(string package)
    {
        string notes = packages.MetadataOf(package, "releaseNotes");
        Assert.StartsWith("### ", notes, StringComparison.Ordinal);
        Assert.DoesNotContain("\n## ", notes, StringComparison.Ordinal);
        Assert.Contains(notes.ReplaceLineEndings(), File.ReadAllText(Path.Combine(PackedPackages.Root, "CHANGELOG.md")).ReplaceLineEndings(), StringComparison.Ordinal);
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

    [Fact]
    public void Readme_OfAPackage_HasNoLinkThatLeadsNowhere()
    {
        string readme = packages.TextOf(packages.Source, "Workflow.Core", "README.md");
        Assert.Contains("Hosting (`docs/hosting.md`)", readme, StringComparison.Ordinal);
        Assert.DoesNotMatch(RelativeLink(), readme);
        Assert.Contains("using Workflow;", readme, StringComparison.Ordinal);
    }

    [Fact]
    public void Readme_OfAPublishedPackage_LinksToTheRepository()
    {
        string readme = packages.TextOf(packages.Published, "Workflow.Core", "README.md");
        Assert.Contains($"[Hosting]({PackedPackages.Repository}/blob/HEAD/docs/hosting.md)", readme, StringComparison.Ordinal);
        Assert.DoesNotMatch(RelativeLink(), readme);
    }

    [GeneratedRegex(@"\]\((?!https?://|#)([^)]+)\)")]
    private static partial Regex RelativeLink();
}
