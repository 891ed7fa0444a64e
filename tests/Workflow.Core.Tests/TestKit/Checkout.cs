using System.Runtime.CompilerServices;

namespace Workflow.Core.Tests.TestKit;

/// <summary>The files of the repository that tests read.</summary>
internal static class Checkout
{
    private static readonly string Root = FindRoot();

    /// <summary>A file or folder by its path in the repository.</summary>
    public static string PathOf(string path) => Path.Combine(Root, path);

    /// <summary>The paths of all files with an extension in some folders, without what builds leave there.</summary>
    public static IEnumerable<string> Files(string[] folders, string extension) =>
        from folder in folders
        from file in Directory.EnumerateFiles(PathOf(folder), $"*{extension}", SearchOption.AllDirectories)
        let path = Path.GetRelativePath(Root, file).Replace('\\', '/')
        where !path.Contains("/obj/", StringComparison.Ordinal) && !path.Contains("/bin/", StringComparison.Ordinal)
        select path;

    /// <summary>Above where the compiler found this file; a build with mapped paths names no real folder, and the output folder is taken instead.</summary>
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
