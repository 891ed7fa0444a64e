namespace OrderApproval.Tests.Documents;

/// <summary>Finds files of the repository: searches upwards from the folder of this source file or, if that is missing, of the test binaries.</summary>
internal static class Checkout
{
    public static string PathOf(string relative) => Path.Combine(Root(), relative);

    public static string[] ReadLines(string relative) => File.ReadAllLines(PathOf(relative));

    private static string Root()
    {
        DirectoryInfo? folder = new(Folder());
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Workflow.slnx")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new DirectoryNotFoundException("No folder above the tests holds 'Workflow.slnx'; run the tests from a checkout.");
    }

    private static string Folder([System.Runtime.CompilerServices.CallerFilePath] string file = "") =>
        Directory.Exists(Path.GetDirectoryName(file)) ? Path.GetDirectoryName(file)! : AppContext.BaseDirectory;
}
