namespace Workflow.Architecture.Tests.Reading;

/// <summary>The folder of the source of a type, relative to its project, with '/' as separator. Empty for the folder of the project.</summary>
internal readonly record struct Place(string Folder)
{
    /// <summary>The first part of the folder.</summary>
    public string Room => Part(0);

    /// <summary>The second part of the folder; empty if there is none.</summary>
    public string Family => Part(1);

    public static Place Of(string path) => new(path[..Math.Max(path.LastIndexOf('/'), 0)]);

    public override string ToString() => Folder;

    private string Part(int index) => Folder.Split('/').ElementAtOrDefault(index) ?? string.Empty;
}
