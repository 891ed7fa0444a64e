using System.IO.Compression;
using System.Reflection;
using System.Xml.Linq;

namespace Workflow.Packaging.Tests;

/// <summary>
/// The packages in a folder that is a package source. They are packed once for all tests, because two packs of one project would write the same files.
/// </summary>
public sealed class PackedPackages : IAsyncLifetime
{
    /// <summary>A version suffix that no package in the global package folder of the machine has.</summary>
    private const string Suffix = "packed";

    /// <summary>The address of a repository that does not exist.</summary>
    public const string Repository = "https://repository.example/workflow";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("workflow-packages-");

    public static string Root { get; } = FindRoot();

    /// <summary>The version of the packages.</summary>
    public string Version { get; private set; } = string.Empty;

    /// <summary>The folder of the package source.</summary>
    public string Source => Path.Combine(_folder.FullName, "source");

    /// <summary>The folder with Workflow.Core, packed with the address of the repository as a publisher does.</summary>
    public string Published => Path.Combine(_folder.FullName, "published");

    /// <summary>Creates a folder for a project, outside the repository and its settings.</summary>
    public string NewFolder() => _folder.CreateSubdirectory(Path.GetRandomFileName()).FullName;

    public async Task InitializeAsync()
    {
        await PackAsync("Workflow.Core", Source);
        string packed = Assert.Single(Directory.GetFiles(Source, "Workflow.Core.*.nupkg"));
        Version = Path.GetFileNameWithoutExtension(packed)["Workflow.Core.".Length..];
        await PackAsync("Workflow.Extensions.AspNetCore", Source);
        await PackAsync("Workflow.Extensions.Hosting", Source);
        await PackAsync("Workflow.Extensions.Hosting.Sql", Source);
        await PackAsync("Workflow.Interop.Legacy", Source);
        await PackAsync("Workflow.Persistence.Conformance", Source);
        await PackAsync("Workflow.Persistence.Sql", Source);
        await PackAsync("Workflow.ProjectTemplates", Source);
        await PackAsync("Workflow.Testing", Source);
        await PackAsync("Workflow.Tracking.Etw", Source);
        await PackAsync("Workflow.Core", Published, $"-p:RepositoryUrl={Repository}/");
    }

    /// <summary>
    /// Writes files that isolate a folder: MSBuild finds no settings above it, and a restore uses only the packed packages and the global package folder,
    /// which has the packages of the repository.
    /// </summary>
    /// <remarks>The folder gets a separate package folder, because the global package folder would keep the package of the first run forever.</remarks>
    public async Task IsolateAsync(string folder)
    {
        await File.WriteAllTextAsync(
            Path.Combine(folder, "Directory.Build.props"),
            $"""
            <Project>
              <PropertyGroup>
                <UseAppHost>false</UseAppHost>
                <RestoreSources>{Source}</RestoreSources>
                <RestorePackagesPath>{NewFolder()}</RestorePackagesPath>
                <RestoreFallbackFolders>{GlobalPackages()}</RestoreFallbackFolders>
              </PropertyGroup>
            </Project>
            """);
        foreach (string name in (string[])["Directory.Build.targets", "Directory.Packages.props"])
        {
            await File.WriteAllTextAsync(Path.Combine(folder, name), "<Project />");
        }
    }

    private static string GlobalPackages() => Environment.GetEnvironmentVariable("NUGET_PACKAGES") is { Length: > 0 } folder
        ? folder
        : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    public Task DisposeAsync()
    {
        _folder.Delete(recursive: true);
        return Task.CompletedTask;
    }

    public byte[] BytesOf(string source, string package, string entry)
    {
        using ZipArchive archive = ZipFile.OpenRead(Path.Combine(source, $"{package}.{Version}.nupkg"));
        ZipArchiveEntry? found = archive.GetEntry(entry);
        Assert.True(found is not null, $"The package '{package}' has no '{entry}'.");
        using Stream stream = found.Open();
        using MemoryStream bytes = new();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }

    public string TextOf(string source, string package, string entry)
    {
        using StreamReader reader = new(new MemoryStream(BytesOf(source, package, entry)));
        return reader.ReadToEnd();
    }

    /// <summary>Returns the value of a metadata element of the package; empty if the element is missing.</summary>
    public string MetadataOf(string package, string element)
    {
        XElement metadata = XDocument.Parse(TextOf(Source, package, $"{package}.nuspec")).Root!.Elements().Single();
        return metadata.Elements().FirstOrDefault(child => child.Name.LocalName == element)?.Value ?? string.Empty;
    }

    private static Task<string> PackAsync(string project, string output, params string[] more) => Sdk.RunAsync(
        Root,
        ["pack", FolderOf(project), "--no-build", "-c", Configuration, "-o", output, $"-p:VersionSuffix={Suffix}", "--nologo", .. more]);

    public static string Configuration { get; } = typeof(PackedPackages).Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()!.Configuration;

    /// <summary>Returns the folder of a package: at the root for the packages of the core, below 'extensions' for the others.</summary>
    public static string FolderOf(string package)
    {
        string extension = Path.Combine(Root, "extensions", package);
        return Directory.Exists(extension) ? extension : Path.Combine(Root, package);
    }

    private static string FindRoot()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Workflow.slnx")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new DirectoryNotFoundException("No folder above the tests holds 'Workflow.slnx'; run the tests from a checkout.");
    }
}
