namespace Workflow.Architecture.Tests.Rules;

/// <summary>A source file of the repository. The path is relative to the root of the repository.</summary>
internal sealed record SourceFile(string Path, IReadOnlyList<string> Lines)
{
    private static readonly string[] Projects = ["Workflow.*", "tests", "samples", "perf", "eng"];

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
