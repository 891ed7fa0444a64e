using System.Runtime.CompilerServices;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Locates the files of the repository that tests read.</summary>
internal static class Checkout
{
    private static readonly string Root = FindRoot();

    /// <summary>Returns the full path of a file or folder in the repository.</summary>
    public static string PathOf(string path) => Path.Combine(Root, path);

    /// <summary>Returns the paths of all files with an extension in some folders, without build outputs.</summary>
    public static IEnumerable<string> Files(string[] folders, string extension) =>
        from folder in folders
        from file in Directory.EnumerateFiles(PathOf(folder), $"*{extension}", SearchOption.AllDirectories)
        let path = Path.GetRelativePath(Root, file).Replace('\\', '/')
        where !path.Contains("/obj/", StringComparison.Ordinal) && !path.Contains("/bin/", StringComparison.Ordinal)
        select path;

    /// <summary>
    /// Searches upward from the path of this source file. In a build with mapped paths that path does not exist, and the search starts at the output folder.
    /// </summary>
    private static string FindRoot([CallerFilePath] string thisFile = "")
    {
        DirectoryInfo? folder = new(File.Exists(thisFile) ? Path.GetDirectoryName(thisFile)! : AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Workflow.slnx")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new DirectoryNotFoundException("No folder above the tests holds 'Workflow.slnx'; run the tests from a checkout.");
    }
}
