namespace Workflow.Architecture.Tests.Rules;

/// <summary>A source file of the repository. The path is relative to the root of the repository.</summary>
internal sealed record SourceFile(string Path, IReadOnlyList<string> Lines)
{
    private static readonly string[] Projects = ["Workflow.*", "analyzers", "extensions", "tests", "samples", "perf", "eng"];

    /// <summary>Returns the C# files of the packages, tests, samples and tools, without build output.</summary>
    public static IReadOnlyList<SourceFile> All()
    {
        string root = Root();
        return
        [
            .. Projects.SelectMany(pattern => Directory.EnumerateDirectories(root, pattern))
                .SelectMany(folder => Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories))
                .Select(file => System.IO.Path.GetRelativePath(root, file).Replace('\\', '/'))
                .Where(path => !path.Split('/').Any(part => part is "bin" or "obj"))
                .Order(StringComparer.Ordinal)
                .Select(path => new SourceFile(path, File.ReadAllLines(System.IO.Path.Combine(root, path)))),
        ];
    }

    /// <summary>Returns the folder of a package: at the root for the packages of the core, below 'extensions' for the others.</summary>
    public static string FolderOf(string package)
    {
        string extension = System.IO.Path.Combine(Root(), "extensions", package);
        return Directory.Exists(extension) ? extension : System.IO.Path.Combine(Root(), package);
    }

    public static string Root()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(System.IO.Path.Combine(folder.FullName, "Workflow.slnx")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new DirectoryNotFoundException("No folder above the tests holds 'Workflow.slnx'; run the tests from a checkout.");
    }
}
