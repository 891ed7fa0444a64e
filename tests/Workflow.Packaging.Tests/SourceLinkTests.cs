using System.IO.Compression;
using System.Text;

namespace Workflow.Packaging.Tests;

/// <summary>Tests that a package packed in a clone of a public repository links to its sources without further settings.</summary>
[Collection(PackageCollection.Name)]
public sealed class SourceLinkTests(PackedPackages packages)
{
    private const string Address = "https://github.com/example/workflow", Commit = "0123456789abcdef0123456789abcdef01234567";

    [Fact]
    public async Task Pack_InACloneOfAPublicRepository_NamesItsSources()
    {
        string root = await CloneAsync();
        await Sdk.RunAsync(root, "pack", "Workflow.Small", "-c", "Release", "-o", "out", "--nologo", "-v", "q");
        string nuspec = Read(Path.Combine(root, "out", "Workflow.Small.0.1.0.nupkg"), "Workflow.Small.nuspec");
        Assert.Contains($"url=\"{Address}\"", nuspec, StringComparison.Ordinal);
        Assert.Contains($"commit=\"{Commit}\"", nuspec, StringComparison.Ordinal);
        string symbols = Read(Path.Combine(root, "out", "Workflow.Small.0.1.0.snupkg"), "lib/net10.0/Workflow.Small.pdb");
        Assert.Contains($"https://raw.githubusercontent.com/example/workflow/{Commit}/*", symbols, StringComparison.Ordinal);
        Assert.DoesNotContain(root, symbols, StringComparison.Ordinal);
        Assert.Contains($"[Hosting]({Address}/blob/HEAD/docs/host/hosting.md)", Read(Path.Combine(root, "out", "Workflow.Small.0.1.0.nupkg"), "README.md"), StringComparison.Ordinal);
    }

    /// <summary>Creates a small project with the settings of this repository, in a folder that looks like a clone.</summary>
    private async Task<string> CloneAsync()
    {
        string root = packages.NewFolder(), project = Directory.CreateDirectory(Path.Combine(root, "Workflow.Small")).FullName;
        foreach (string name in (string[])[
            "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props", "BannedSymbols.txt", "global.json",
            "eng/Package.targets", "eng/PublishDocumentation.cs", "eng/icon.png"])
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(root, name))!);
            File.Copy(Path.Combine(PackedPackages.Root, name), Path.Combine(root, name));
        }

        Dictionary<string, string> files = new()
        {
            ["Workflow.Small.csproj"] = """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><Description>Small.</Description><EnablePackageValidation>false</EnablePackageValidation></PropertyGroup></Project>""",
            ["Number.cs"] = "namespace Workflow.Small;\n\n/// <summary>Small.</summary>\npublic static class Number\n{\n    /// <summary>Adds one.</summary>\n    /// <param name=\"value\">The value.</param>\n    /// <returns>The sum.</returns>\n    public static int Next(int value) => value + 1;\n}\n",
            ["README.md"] = "# Workflow.Small\n\n[Hosting](../docs/host/hosting.md)\n",
            ["RELEASES.md"] = "# Release notes\n\n## 0.1.0\n\n- Small.\n",
        };
        foreach ((string name, string text) in files)
        {
            await File.WriteAllTextAsync(Path.Combine(project, name), text);
        }

        string git = Path.Combine(root, ".git");
        Directory.CreateDirectory(Path.Combine(git, "objects"));
        Directory.CreateDirectory(Path.Combine(git, "refs"));
        await File.WriteAllTextAsync(Path.Combine(git, "HEAD"), Commit + "\n");
        await File.WriteAllTextAsync(Path.Combine(git, "config"), $"[core]\n\trepositoryformatversion = 0\n[remote \"origin\"]\n\turl = {Address}\n");
        return root;
    }

    private static string Read(string package, string entry)
    {
        using ZipArchive archive = ZipFile.OpenRead(package);
        using StreamReader reader = new(archive.GetEntry(entry)!.Open(), Encoding.Latin1);
        return reader.ReadToEnd();
    }
}
