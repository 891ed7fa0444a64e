namespace LegacyOrders.Tests.Porting;

/// <summary>The sources of the sample that are WF3 code.</summary>
internal static class PortedSources
{
    public const string NewUsing = "using Workflow.Interop.Legacy.";

    public static IReadOnlyList<string> Files { get; } =
        [.. Directory.EnumerateFiles(Folder(), "*.cs", SearchOption.AllDirectories).Order(StringComparer.Ordinal)];

    /// <summary>The text of all sources, including the rules.</summary>
    public static string Text { get; } = string.Join(
        '\n',
        Files.Concat(Directory.EnumerateFiles(Folder(), "*.rules", SearchOption.AllDirectories)).Select(File.ReadAllText));

    /// <summary>Returns a source as the project in the folder Wf3/Compilation compiles it.</summary>
    public static string Wf3Text(string text) => text.Replace(NewUsing, "using System.Workflow.", StringComparison.Ordinal);

    private static string Folder()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Workflow.slnx")))
        {
            folder = folder.Parent;
        }

        return Path.Combine(
            folder?.FullName ?? throw new DirectoryNotFoundException("No folder above the tests holds 'Workflow.slnx'; run the tests from a checkout."),
            "samples",
            "LegacyOrders",
            "Wf3");
    }
}
